"""Prints what the Python package offers as JSON, read from its source: nothing is imported, so nothing need be built.

    python3 api.py FOLDER    # interpreter/python/glint

A list of modules: `name`, `doc`, and `entries`, each with `name`, `kind`, `signature`, `doc` and `members`, which are alike.
"""

import ast
import json
import pathlib
import sys


def is_public(name):
    return not name.startswith("_") or name in ("__len__", "__getitem__", "__iter__", "__call__")


def is_property(node):
    names = [each.id if isinstance(each, ast.Name) else getattr(each, "attr", "") for each in node.decorator_list]
    return any(name in ("property", "cached_property", "setter") for name in names)


def of_function(node):
    arguments = ast.unparse(node.args)
    for first in ("self", "cls"):
        if arguments == first or arguments.startswith(f"{first}, "):
            arguments = arguments[len(first):].lstrip(", ")
    answers = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    signature = f"{node.name}{answers.replace(' ->', ':')}" if is_property(node) else f"{node.name}({arguments}){answers}"
    return {"name": node.name, "kind": "property" if is_property(node) else "function", "signature": signature,
            "doc": ast.get_docstring(node) or "", "members": []}


def of_class(node):
    members = []
    body = node.body
    for at, each in enumerate(body):
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if each.name == "__init__":
                shown = of_function(each)
                shown["signature"] = node.name + shown["signature"][len("__init__"):].removesuffix(" -> None")
                if each.args.args[1:] or each.args.kwonlyargs or shown["doc"]:
                    members.append(shown | {"name": node.name})
            elif is_public(each.name) and not any(member["name"] == each.name for member in members):
                members.append(of_function(each))
        elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name) and is_public(each.target.id):
            follows = body[at + 1] if at + 1 < len(body) else None
            is_text = isinstance(follows, ast.Expr) and isinstance(follows.value, ast.Constant) and isinstance(follows.value.value, str)
            members.append({"name": each.target.id, "kind": "field", "signature": f"{each.target.id}: {ast.unparse(each.annotation)}",
                            "doc": follows.value.value if is_text else "", "members": []})
    bases = ", ".join(ast.unparse(base) for base in node.bases if is_public(ast.unparse(base)))
    return {"name": node.name, "kind": "class", "signature": f"class {node.name}({bases})" if bases else f"class {node.name}",
            "doc": ast.get_docstring(node) or "", "members": members}


def of_tuple(node, tree):
    name = node.targets[0].id
    docs = [each.value.value for each in tree.body if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == f"{name}.__doc__"]
    fields = ", ".join(node.value.args[1].value.split())
    return {"name": name, "kind": "class", "signature": f"class {name}: a tuple of {fields}", "doc": "".join(docs), "members": []}


def is_tuple(node):
    return isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "namedtuple"


def entries_of(tree, only=None):
    for node in tree.body:
        if is_tuple(node) and only is not None and node.targets[0].id in only:
            yield of_tuple(node, tree)
        name = getattr(node, "name", "")
        if not name or not (name in only if only is not None else is_public(name)):
            continue
        if isinstance(node, ast.ClassDef):
            yield of_class(node)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield of_function(node)


def main(folder):
    def read(path):
        return ast.parse(path.read_text(encoding="utf-8"))

    package = read(folder / "__init__.py")
    exported = {alias.name for node in package.body if isinstance(node, ast.ImportFrom) for alias in node.names
                if is_public(alias.name)}
    files = sorted(path for path in folder.glob("*.py") if path.name != "__init__.py")
    entries = [entry for path in files for entry in entries_of(read(path), exported)]
    missing = exported - {entry["name"] for entry in entries}
    if missing:
        sys.exit(f"the package exports what is in none of its files: {', '.join(sorted(missing))}")
    modules = [{"name": "glint", "doc": ast.get_docstring(package) or "", "entries": entries}]
    match = read(folder / "match.py")
    modules.append({"name": "glint.match", "doc": ast.get_docstring(match) or "", "entries": list(entries_of(match))})
    for path in sorted((folder / "adapters").glob("*.py")):
        if is_public(path.name):
            tree = read(path)
            modules.append({"name": f"glint.adapters.{path.stem}", "doc": ast.get_docstring(tree) or "", "entries": list(entries_of(tree))})
    json.dump(modules, sys.stdout, ensure_ascii=False)


main(pathlib.Path(sys.argv[1]))
