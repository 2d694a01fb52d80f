"""Merkle trees of RFC 6962 and RFC 9162, and signed notes (C2SP signed-note, tlog-checkpoint, tlog-cosignature)."""
import base64
import hashlib

from .ed25519 import decode_base64url


def leaf_hash(data):
    return hashlib.sha256(b'\x00' + data).digest()


def _node(left, right):
    return hashlib.sha256(b'\x01' + left + right).digest()


def root(leaves):
    """RFC 6962 section 2.1, as it is defined there."""
    if not leaves:
        return hashlib.sha256(b'').digest()
    if len(leaves) == 1:
        return leaves[0]
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return _node(root(leaves[:split]), root(leaves[split:]))


class Tree:
    """A tree that grows at its right edge; only its complete subtrees are kept, as (leaves, hash), largest first."""

    def __init__(self):
        self.size, self.edge = 0, []

    @classmethod
    def resume(cls, size, nodes):
        """Goes on from the complete subtrees of a tree of that size; None where there are too many or too few."""
        sizes = [1 << bit for bit in reversed(range(size.bit_length())) if size >> bit & 1]
        if len(sizes) != len(nodes):
            return None
        tree = cls()
        tree.size, tree.edge = size, list(zip(sizes, nodes))
        return tree

    def append(self, leaf):
        size, value = 1, leaf
        while self.edge and self.edge[-1][0] == size:
            value = _node(self.edge.pop()[1], value)
            size *= 2
        self.edge.append((size, value))
        self.size += 1

    def root(self):
        if not self.edge:
            return root([])
        value = self.edge[-1][1]
        for _, left in reversed(self.edge[:-1]):
            value = _node(left, value)
        return value


def _root_of_path(leaf, index, size, proof):
    """The root that an inclusion proof leads to; None where its length is wrong. From the end of the proof inwards."""
    if size == 1:
        return leaf if not proof else None
    if not proof:
        return None
    split = 1 << (size - 1).bit_length() - 1
    if index < split:
        inner = _root_of_path(leaf, index, split, proof[:-1])
        return None if inner is None else _node(inner, proof[-1])
    inner = _root_of_path(leaf, index - split, size - split, proof[:-1])
    return None if inner is None else _node(proof[-1], inner)


def verify_inclusion(leaf, index, size, proof, expected):
    return 0 <= index < size and _root_of_path(leaf, index, size, proof) == expected


def _both_roots(earlier, later, proof, known):
    """Earlier and later root that a consistency proof leads to (section 2.1.4.1 of RFC 9162, read backwards)."""
    if earlier == later:
        if known is not None:
            return (known, known) if not proof else None
        return (proof[0], proof[0]) if len(proof) == 1 else None
    if not proof:
        return None
    split = 1 << (later - 1).bit_length() - 1
    if earlier <= split:
        inner = _both_roots(earlier, split, proof[:-1], known)
        return None if inner is None else (inner[0], _node(inner[1], proof[-1]))
    inner = _both_roots(earlier - split, later - split, proof[:-1], None)
    return None if inner is None else (_node(proof[-1], inner[0]), _node(proof[-1], inner[1]))


def verify_consistency(earlier, earlier_root, later, later_root, proof):
    if earlier > later:
        return False
    if earlier == 0:
        return not proof and earlier_root == root([]) and (later > 0 or later_root == root([]))
    return _both_roots(earlier, later, proof, earlier_root) == (earlier_root, later_root)


_TYPES = {'ed25519': 1, 'cosignature': 4}


def key_id_of(name, kind, public_key):
    return hashlib.sha256(name.encode() + b'\n' + bytes([kind]) + public_key).digest()[:4]


def key_id(key):
    return key_id_of(key['name'], _TYPES[key['type']], decode_base64url(key['public_key']))


def checkpoint_text(origin, size, root_hash):
    return f'{origin}\n{int(size)}\n{base64.b64encode(root_hash).decode()}\n'


def check_note(note, keys, openssl):
    """Text, and the keys whose signature holds with the time that each states."""
    text, _, lines = note.rpartition('\n\n')
    text += '\n'
    held = []
    for line in lines.splitlines():
        dash, name, value = line.split(' ')
        blob = base64.b64decode(value, validate=True)
        for key in keys:
            if dash != '\u2014' or key['name'] != name or key_id(key) != blob[:4]:
                continue
            time, signed = None, text
            if key['type'] == 'cosignature':
                time = int.from_bytes(blob[4:12], 'big')
                signed = f'cosignature/v1\ntime {time}\n{text}'
            if openssl.verify(decode_base64url(key['public_key']), signed.encode(), blob[-64:]):
                held.append((key['name'], time))
    return text, held
