"""The log of heads of an export: notes, the tree built again, what its leaves commit to, and what a reader kept earlier."""
import base64
import binascii
import re

from .canonical import canonical_bytes
from .ed25519 import import_key
from .merkle import Tree, key_id_of, leaf_hash, root

_SIGNATURE = re.compile('\u2014 ([^\\s+]+) ([A-Za-z0-9+/]+={0,2})')
_NOTE_KEY = re.compile(r'([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})')
_SIZE = re.compile(r'0|[1-9][0-9]{0,15}')
_HERON, _WITNESS = 1, 4


def _base64(text):
    """Bytes, or None for a text that is not the one spelling of them."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return data if base64.b64encode(data).decode() == text else None


def read_note_key(text):
    """A key in the C2SP form, as (name, type, public key)."""
    name, identifier, blob = _NOTE_KEY.fullmatch(text.strip()).groups()
    data = _base64(blob)
    key = import_key(data[1:])
    if key is None or key_id_of(name, data[0], key).hex() != identifier:
        raise ValueError(f'{name} is no key of a witness')
    return name, data[0], key


class Note:
    """A checkpoint taken apart; None is answered by `read` for a text that is none."""

    @classmethod
    def read(cls, text):
        split = text.rfind('\n\n')
        if split < 0 or not text.endswith('\n') or len(text) > 64 * 1024:
            return None
        note = cls()
        note.text, note.lines = text[: split + 1], []
        for line in text[split + 2 : -1].split('\n'):
            match = _SIGNATURE.fullmatch(line)
            blob = None if match is None else _base64(match[2])
            if blob is None or len(blob) <= 4:
                return None
            note.lines.append((match[1], blob[:4], blob[4:]))
        parts = note.text.split('\n')
        if len(parts) < 4 or parts[-1] != '' or '' in parts[:-1] or not _SIZE.fullmatch(parts[1]):
            return None
        note.origin, note.size, note.root = parts[0], int(parts[1]), _base64(parts[2])
        return note if note.root is not None and len(note.root) == 32 and len(note.lines) <= 64 else None

    def signed_by(self, keys, openssl):
        """True, False where a line that names one of the keys does not hold, None where none names any."""
        found = None
        for name, identifier, blob in self.lines:
            for key_name, kind, key in keys:
                if (key_name, key_id_of(key_name, kind, key)) != (name, identifier):
                    continue
                signed = self.text
                if kind == _WITNESS:
                    signed = f'cosignature/v1\ntime {int.from_bytes(blob[:8], "big")}\n{signed}'
                    blob = blob[8:]
                if not openssl.verify(key, signed.encode(), blob):
                    return False
                found = True
        return found


class HeadLog:
    def __init__(self, lines, kept, witnesses):
        self.lines, self.expect = lines, lines.expect
        self.kept, self.witnesses = kept, witnesses
        self.notes, self.tree, self.start, self.met = [], Tree(), 0, 0
        self.roots = {0: root([])}
        self.witnessed = set()
        self.heads, self.log_entries, self.last_statement = {}, {}, None
        self.seen, self.closed = False, False

    def _origin(self):
        header = self.lines.header
        return None if header is None else f"heron/{header['organization']}/{header['project']}"

    def _by_heron(self, note):
        keys = self.lines.file_keys if self.lines.pinned is None else self.lines.pinned
        origin = self._origin()
        named = [(origin, _HERON, key) for key in keys.values() if key is not None]
        return note.origin == origin and note.signed_by(named, self.lines.openssl) is True

    def checkpoint(self, entry):
        note = Note.read(entry['note'])
        if not self.expect('checkpoints.signatures', note is not None):
            return
        self.expect('checkpoints.signatures', self._by_heron(note))
        for witness in self.witnesses:
            held = note.signed_by([witness], self.lines.openssl)
            self.expect('checkpoints.witnesses', held is not False)
            if held:
                self.witnessed.add(witness[0])
        larger = self.expect('checkpoints.tree', note.size > (self.notes[-1].size if self.notes else 0))
        if entry['nodes'] is not None:
            nodes = [_base64(node) for node in entry['nodes']]
            if not self.expect('checkpoints.signatures', all(node is not None and len(node) == 32 for node in nodes)):
                nodes = []
            self._resume(note, nodes)
        if larger:
            self.notes.append(note)

    def _resume(self, note, nodes):
        tree = None if self.notes else Tree.resume(note.size, nodes)
        holds = tree is not None and tree.root() == note.root
        self.tree = tree if self.expect('checkpoints.tree', holds) else None
        self.start, self.met = note.size, 1
        self.roots[note.size] = note.root

    def leaf(self, entry, log):
        if self.closed or self.tree is None:
            return
        leaf, index = entry['leaf'], entry['index']
        self.seen = True
        if not self.expect('checkpoints.tree', index == self.tree.size):
            self.tree = None
            return
        self.tree.append(leaf_hash(canonical_bytes(leaf)))
        self.roots[self.tree.size] = self.tree.root()
        known = leaf['v'] == 1
        if known and leaf['kind'] == 'session_head':
            self._session(leaf)
        elif known and leaf['kind'] == 'log_head':
            self._log(leaf, log)
        elif known and leaf['kind'] == 'checkpoint':
            self._statement(leaf)
        if self.met < len(self.notes) and self.notes[self.met].size == self.tree.size:
            self.expect('checkpoints.tree', self.tree.root() == self.notes[self.met].root)
            self.expect('checkpoints.tree', leaf['kind'] == 'checkpoint' or not known)
            self.met += 1

    def _session(self, leaf):
        heads = self.heads.setdefault(leaf['session'], [])
        if heads:
            before = heads[-1]
            grows = leaf['actions'] > before['actions'] or (
                leaf['actions'] == before['actions'] and leaf['head_hash'] == before['head_hash']
            )
            same_session = leaf['opened_at'] == before['opened_at'] and not before['closed']
            self.expect('checkpoints.heads', grows and same_session)
        heads.append(leaf)

    def _log(self, leaf, log):
        chain, entries = leaf['chain'], int(leaf['entries'])
        self.expect('checkpoints.heads', entries >= self.log_entries.get(chain, 0))
        self.log_entries[chain] = entries
        if self.lines.header is not None and chain == f"project:{self.lines.header['project']}":
            here = 0 < entries <= len(log) and list(log)[entries - 1] == leaf['head_hash']
            self.expect('checkpoints.heads', here)

    def _statement(self, leaf):
        header, before = self.lines.header, self.last_statement
        ours = header is not None and (leaf['org'], leaf['project']) == (header['organization'], header['project'])
        self.expect('checkpoints.heads', ours)
        follows = before is None or (leaf['number'] == before['number'] + 1 and leaf['taken_at'] >= before['taken_at'])
        self.expect('checkpoints.heads', follows)
        self.last_statement = leaf

    def close(self):
        """After the last leaf."""
        if self.closed:
            return
        self.closed = True
        if self.tree is not None and self.notes:
            whole = self.met == len(self.notes) and self.tree.size == self.notes[-1].size
            self.expect('checkpoints.tree', whole)
        elif self.tree is not None:
            self.expect('checkpoints.tree', not self.seen)

    def session(self, session, hashes, closed):
        """A session of the file, with the hashes of its records from the genesis on."""
        for leaf in self.heads.pop(session, []):
            actions = int(leaf['actions'])
            within = actions < len(hashes)
            self.expect('checkpoints.heads', within and hashes[actions] == leaf['head_hash'])
            if leaf['closed']:
                self.expect('checkpoints.heads', closed and actions == len(hashes) - 1)

    def finish(self):
        self.close()
        window = None if self.lines.header is None else self.lines.header['window']
        for heads in self.heads.values():
            opened = heads[0]['opened_at']
            inside = window is not None and (window['since'] or '') <= opened < (window['until'] or '~')
            self.expect('checkpoints.heads', not inside)
        for text in self.kept:
            self._kept(Note.read(text))
        self.expect('checkpoints.witnesses', all(name in self.witnessed for name, _, _ in self.witnesses))

    def _kept(self, note):
        # One of another log, or one that Heron did not sign, says nothing about this file.
        if note is None or not self._by_heron(note):
            return
        if self.expect('checkpoints.kept', bool(self.notes) and note.size <= self.notes[-1].size):
            here = self.roots.get(note.size)
            self.expect('checkpoints.kept', here is None or here == note.root)
