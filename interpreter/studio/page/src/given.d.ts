// Modules that build.mjs makes.
declare module "given:worker" {
  const script: string;
  export default script;
}
declare module "given:words" {
  const words: Record<string, string[]>;
  export default words;
}
declare module "given:dictionary1" {
  const text: string;
  export default text;
}
declare module "given:dictionary2" {
  const text: string;
  export default text;
}
