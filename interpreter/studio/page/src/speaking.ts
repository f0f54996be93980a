// What is new at the board, for people who do not see it: a move, and who is to move or has won.
import { announce } from "./dom";

export class Speech {
  isOwn = false; // the last move was a person's
  private news = ""; // to be spoken with the position that comes next
  private said = ""; // who is to move or has won, as it was spoken last
  private timer = 0;

  /// To be spoken with the next position, and not before it; with what is still to be said, if `isMore`.
  tell(news: string, isMore = false): void {
    clearTimeout(this.timer);
    this.news = [isMore && this.isOwn ? this.news : "", news].filter(Boolean).join(". ");
  }

  /// Another script.
  forget(): void {
    this.tell("");
    this.said = "";
    this.isOwn = false;
  }

  /// `state`: who is to move, or has won. `isAnswered`: a program is to move.
  speak(title: string, state: string, isAnswered: boolean): void {
    const say = () => {
      if (this.news || state !== this.said) announce([this.news, this.said ? "" : title, state].filter(Boolean).join(". "));
      this.news = "";
      this.said = state;
    };
    clearTimeout(this.timer);
    // A program may answer so soon that what its opponent has done could not be heard: then both are said at once. And what
    // comes together with a new board is lost in some browsers.
    const wait = this.isOwn && isAnswered ? 1500 : this.said || this.news ? 0 : 800;
    if (!wait) return say();
    this.timer = window.setTimeout(say, wait);
  }
}
