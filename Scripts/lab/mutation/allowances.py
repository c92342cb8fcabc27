"""Reads the list of mutants that may live, because they have no visible effect."""

PLACE = "Tests/mutants-that-may-live.txt"


class BadList(Exception):
    pass


def allowances(root):
    """Reasons by (path, mutation, line of the source). An entry has no line number, which would change too often."""
    path = root / PLACE
    found = {}
    entry = None
    for number, line in enumerate(path.read_text().splitlines() if path.exists() else [], 1):
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith(" "):
            if entry is None:
                raise BadList(f"{PLACE}:{number}: a reason without a mutant above it")
            found[entry] = f"{found[entry]} {line.strip()}".strip()
            continue
        parts = tuple(part.strip() for part in line.split("|", 2))
        if len(parts) != 3:
            raise BadList(f"{PLACE}:{number}: an entry is PATH | MUTATION | LINE OF THE SOURCE, its reason indented below")
        entry = parts
        found[entry] = ""
    for (name, mutation, _), reason in found.items():
        if not reason:
            raise BadList(f"{PLACE}: {name} | {mutation}: the reason is missing")
    return found
