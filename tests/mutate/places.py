"""What can be changed in a file of C++, and how the change is written behind a switch.

The code is formatted, which makes it easy to read: an operator between two operands has blanks around it, angle brackets
and stars of types have not; a statement that fits on a line has it to itself.
"""
import re

SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+",
         "*": "+", "/": "*", "%": "/", "&": "|", "|": "&", "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+=", "|=": "&=",
         "&=": "|="}
LEVELS = [["*", "/", "%"], ["+", "-"], ["<<", ">>"], ["<=>"], ["<", "<=", ">", ">="], ["==", "!="], ["&"], ["^"], ["|"],
          ["&&"], ["||"], ["?", ":", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="]]
LEVEL = {operator: level for level, operators in enumerate(LEVELS) for operator in operators}
OPERATOR = re.compile(r"(?<=[ \n])(" + "|".join(re.escape(one) for one in sorted(LEVEL, key=len, reverse=True)) +
                      r")(?=[ \n])")
WORD = re.compile(r"\b(?:return|else|do|throw|case|co_return|goto)\b")
NUMBER = re.compile(r"(?<![\w.'\"])\d{1,8}(?![\w.'\"])")
CONDITION = re.compile(r"\b(?:if|while) \(")
STATEMENT = re.compile(r"(?<=[;{}]\n) +(?!return|delete|throw|goto|case|else|co_|if|for|while|switch|do\b|break|continue|using)"
                       r"[a-z_][\w.>\[\]-]*(?:\([^\n]*\)| [-+|&^]?= [^\n]*);(?=\n)")
# Comments, texts, lines for the preprocessor, and what must be known to the compiler: no switch can stand there.
HIDDEN = re.compile(r"//[^\n]*|/\*.*?\*/|R\"(?P<ends>[^\s()\\]*)\(.*?\)(?P=ends)\""
                    r"|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)+'|^ *#(?:[^\n\\]|\\.|\\\n)*"
                    r"|\bstatic_assert\([^;]*;|^[^\n;{}]*\bconstexpr\b[^;{}]*;|\btemplate <[^\n]*>$|\bcase [^\n]*?:$"
                    r"|(?<=\w)'(?=\d)", re.S | re.M)
OPEN, CLOSE = "([{", ")]}"


def hidden(match):
    return re.sub(r"[^\n]", "~", match.group())


def operand_begins(code, at, level):
    """Where the left operand of an operator before `at` begins; None where it cannot be told."""
    depth = 0
    index = at - 1
    while index >= 0:
        char = code[index]
        if char in CLOSE:
            if depth == 0 and char == "}" and code[index + 1] == "\n":
                break  # the end of a block
            depth += 1
        elif char in OPEN:
            if depth == 0:
                break
            depth -= 1
            if depth == 0 and char == "(" and re.search(r"\b(?:if|for|while|switch)(?: constexpr)? $", code[:index][-16:]):
                return None  # a statement without braces
        elif depth == 0:
            if char in ";,":
                break
            if code[index] in " \n":
                before = re.search(r"(?:^|[\s(])(\S+)$", code[max(0, index - 40):index])
                word = before.group(1) if before else ""
                if word in LEVEL and LEVEL[word] > level or WORD.fullmatch(word) or word.endswith(":"):
                    break
        index -= 1
    index += 1
    while code[index] in " \n":
        index += 1
    return index if index < at else None


def operand_ends(code, at, level):
    """Where the right operand of an operator that ends at `at` ends."""
    depth = 0
    index = at
    while index < len(code):
        char = code[index]
        if char in OPEN:
            depth += 1
        elif char in CLOSE:
            if depth == 0:
                break
            depth -= 1
        elif depth == 0:
            if char in ";,":
                break
            if char in " \n" and (after := OPERATOR.match(code, index + 1)) and (
                    LEVEL[after.group()] > level or (LEVEL[after.group()] == level and level < len(LEVELS) - 1)):
                break
        index += 1
    while code[index - 1] in " \n":
        index -= 1
    return index


def places(text):
    """All changes of a text: begin, end, the new text with # for the number of the change, and the change in words."""
    code = HIDDEN.sub(hidden, text)
    for match in OPERATOR.finditer(code):
        operator = match.group()
        if operator not in SWAPS:
            continue
        begin = operand_begins(code, match.start(), LEVEL[operator])
        if begin is None:
            continue
        end = operand_ends(code, match.end(), LEVEL[operator])
        if operator in ("+", "+=") and '"' in text[begin:end]:
            continue  # texts are joined, and have no difference
        left, right = text[begin:match.start()].rstrip(), text[match.end():end].lstrip()
        yield begin, end, match.start(), (f"(glint_mutants::is(#) ? ({left} {SWAPS[operator]} {right}) : "
                                          f"({left} {operator} {right}))"), f"{operator} as {SWAPS[operator]}"
    for match in NUMBER.finditer(code):
        number = match.group()
        for other in {int(number) + 1, max(int(number) - 1, 0)} - {int(number)}:
            yield (match.start(), match.end(), match.start(), f"(glint_mutants::is(#) ? {other} : {number})",
                   f"{number} as {other}")
    for match in CONDITION.finditer(code):
        end, depth = match.end(), 1
        while end < len(code) and depth > 0:
            depth += {"(": 1, ")": -1}.get(code[end], 0)
            end += 1
        condition = code[match.end():end - 1]
        if depth == 0 and ";" not in condition and not re.search(r"(?<![=!<>])=(?!=)", condition):
            yield (match.end(), end - 1, match.end(),
                   f"glint_mutants::is(#) != static_cast<bool>({text[match.end():end - 1]})", "condition negated")
    for match in STATEMENT.finditer(code):
        line = text[match.start():match.end()].strip()
        yield match.start(), match.end(), match.start(), f"if (!glint_mutants::is(#)) {line}", "statement removed: " + line
