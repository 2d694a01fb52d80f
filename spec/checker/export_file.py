"""An export as a whole: order, links, heads, history, answers, findings, log, manifest. Answers the checks that fail."""
from .canonical import canonical_bytes, same
from .checkpoints import HeadLog
from .data import SEVERITIES
from .ed25519 import import_key
from .export_lines import Lines, fold
from .export_session import Session
from .policy_log import PolicyLog
from .strict_json import Refused, read_json

_HEAD = ['header', 'key', 'vendor_key', 'bundle', 'catalog', 'log', 'checkpoint', 'checkpoint_leaf']
_COMMITTED = ('log', 'checkpoint', 'checkpoint_leaf')
_GROUP = ['session', 'action', 'resolution', 'close', 'finding']
_TAIL = ['unmatched', 'finding', 'manifest']
_PARTS = [_HEAD, _GROUP, _TAIL]
_SCOPE = ('organization', 'project', 'window', 'generated_at')


def lines_of(data):
    """The lines of NDJSON, or the entries of the plain form as canonical lines."""
    try:
        document = read_json(data.decode('utf-8'), canonical_integers=True)
    except (UnicodeDecodeError, Refused):
        document = None
    if isinstance(document, dict) and document.get('format') == 'heron-export':
        entries = document.get('entries')
        return [canonical_bytes(entry) for entry in entries] if isinstance(entries, list) else []
    lines = data.split(b'\n')
    return lines[:-1] if lines[-1] == b'' else lines


def pinned_keys(jwks):
    return {key['kid']: import_key(key['x']) for key in jwks['keys']}


def check_export(data, pinned, openssl, kept=(), witnesses=()):
    """Ids of the checks that an export fails, and of those that it leaves open for want of something.

    `kept` are notes kept earlier, `witnesses` keys read by `read_note_key`.
    """
    walk = Walk(Lines(openssl, pinned), kept, witnesses)
    for line in lines_of(data):
        walk.take(line)
    walk.finish()
    return walk.lines.failed, walk.lines.unknown


class Walk:
    def __init__(self, lines, kept, witnesses):
        self.lines = lines
        self.heads = HeadLog(lines, kept, witnesses)
        self.expect = lines.expect
        self.part, self.place = 0, -1
        self.sections = {}
        self.all = (0, bytes(32))
        self.session = None
        self.ends = []
        self.log = {}
        self.policy_log = PolicyLog()
        self.log_head, self.log_count = None, 0
        self.log_closed = False
        self.vendor_claims = []
        self.loose, self.loose_due = set(), set()
        self.manifest_seen = False

    def take(self, line):
        entry, readable = self.lines.read(line)
        kind = 'unreadable' if entry is None else entry['type']
        if entry is not None:
            self.expect('manifest.signature', not self.manifest_seen)
        if kind != 'manifest':
            count, state = self.sections.get(kind, (0, bytes(32)))
            self.sections[kind] = (count + 1, fold(state, line))
            self.all = (self.all[0] + 1, fold(self.all[1], line))
        if entry is None:
            return
        in_group = self.session is not None and (not readable or entry.get('session') == self.session.id)
        in_place = self.expect('format', self._in_order(kind, in_group))
        if kind not in _HEAD or kind in _COMMITTED[1:]:
            self._close_log()
        if kind not in _HEAD:
            self.heads.close()
        if in_place or kind not in _HEAD or kind in _COMMITTED:
            if readable:
                getattr(self, f'_{kind}')(entry)
            else:
                self._unread(kind)

    def _in_order(self, kind, in_group):
        if self.place == -1 and kind != 'header':
            self.place = 0
            return False
        part = 1 if kind in _GROUP and (kind != 'finding' or in_group) else 0 if kind in _HEAD else 2
        place = _PARTS[part].index(kind)
        if part == self.part:
            repeats = place == self.place and kind in ('header', 'close', 'manifest')
            if not (part == 1 and kind == 'session') and (place < self.place or repeats):
                return False
        elif part < self.part or (part == 1 and kind != 'session'):
            return False
        self.part, self.place = part, place
        return True

    def _header(self, entry):
        self.lines.header = self.lines.header or entry

    def _key(self, entry):
        self.lines.key(entry)

    def _vendor_key(self, entry):
        self.lines.vendor_key(entry)
        self.vendor_claims.append(entry)

    def _bundle(self, entry):
        self.lines.bundle(entry)

    def _catalog(self, entry):
        self.lines.catalog(entry)
        if not entry['signature_valid']:
            self._loose_ground('INVALID_VENDOR_SIGNATURE', None, entry['catalog_hash'])

    def _log(self, entry):
        self.lines.log(entry)
        record = entry['record']
        header = self.lines.header
        ours = header is not None and record['chain'] == f"project:{header['project']}"
        linked = record['seq'] == self.log_count and entry['prev_hash'] == self.log_head
        self.expect('log.chain', ours and linked)
        self.log_head, self.log_count = entry['entry_hash'], self.log_count + 1
        self.expect('policy.in_force', self.policy_log.take(record))
        self.log[entry['entry_hash']] = record

    def _close_log(self):
        """What the vendor's keys say of the log, once it was read."""
        if self.log_closed:
            return
        self.log_closed = True
        for entry in self.vendor_claims:
            subject = f"vendor_key:{entry['kid']}"
            revocations = [r for r in self.log.values() if (r['act'], r['subject']) == ('vendor_key.revoked', subject)]
            imported = self.log.get(entry['imported_by'], {})
            told = [imported.get(name) for name in ('act', 'subject', 'at')]
            stands = told == ['vendor_key.imported', subject, entry['imported_at']]
            self.expect('keys.vendor', stands and (imported['after'] or {}).get('public_key') == entry['x'])
            if entry['revoked_by'] is None:
                self.expect('keys.vendor', not revocations)
            else:
                revoked = self.log.get(entry['revoked_by'], {})
                told = [revoked.get(name) for name in ('act', 'subject', 'at')]
                self.expect('keys.vendor', told == ['vendor_key.revoked', subject, entry['revoked_at']])

    def _session(self, entry):
        self._end_session()
        self.expect('sessions.genesis', all(end['session'] != entry['session'] for end in self.ends))
        known = self.lines.session(entry)
        self.session = Session(entry, known, self.expect, self.log, self.lines.header)

    def _end_session(self):
        if self.session is not None:
            self.heads.session(self.session.id, self.session.hashes, self.session.closed)
            self.ends.append(self.session.finish())
            self.session = None

    def _in_session(self):
        return self.expect('chains.links', self.session is not None)

    def _action(self, entry):
        judged = self.lines.action(entry)
        if self._in_session():
            if judged:
                self._in_force(entry['decision']['payload'])
            self.session.action(entry, judged)

    def _in_force(self, decision):
        """A call that no policy judged was denied, which no log need allow."""
        if decision['policy_hash'] is None:
            return
        in_force = self.policy_log.in_force(decision['policy_hash'], decision['decided_at'])
        if in_force is None:
            self.lines.unknown.add('policy.in_force')
        self.expect('policy.in_force', in_force is not False)

    def _resolution(self, entry):
        payload = self.lines.closing(entry)
        if payload is not None and self._in_session():
            self.session.resolution(payload)

    def _close(self, entry):
        payload = self.lines.closing(entry)
        if self._in_session():
            self.session.close(payload)

    def _finding(self, entry):
        subject = f"finding:{entry['finding']}"
        acts = ('finding.resolved', 'finding.reopened')
        logged = [
            {'act': record['act'], 'entry_hash': name, 'at': record['at']}
            for name, record in self.log.items()
            if record['subject'] == subject and record['act'] in acts
        ]
        self.expect('evidence.findings', entry['severity'] == SEVERITIES[entry['kind']])
        self.expect('evidence.findings', same(entry['reviews'], logged))
        if self.session is not None and entry['session'] == self.session.id:
            self.session.finding(entry)
            return
        self._end_session()
        ground = (entry['kind'], entry['action'], entry['catalog_hash'])
        self.expect('evidence.findings', entry['session'] is None and ground in self.loose)
        self.loose_due.discard(ground)

    def _loose_ground(self, kind, action, catalog_hash):
        self.loose.add((kind, action, catalog_hash))
        self.loose_due.add((kind, action, catalog_hash))

    def _unmatched(self, entry):
        self._end_session()
        self.lines.statement(entry)
        action = entry['statement']['action_id']
        self._loose_ground('EXECUTION_WITHOUT_DECISION', action, None)
        if not entry['signature_valid']:
            self._loose_ground('INVALID_VENDOR_SIGNATURE', action, None)

    def _checkpoint(self, entry):
        if not self.heads.closed:
            self.heads.checkpoint(entry)

    def _checkpoint_leaf(self, entry):
        self.heads.leaf(entry, self.log)

    def _manifest(self, entry):
        self._end_session()
        self.manifest_seen = True
        if not self.lines.receipt(entry['receipt'], 'manifest.signature'):
            return
        signed, header = entry['receipt']['payload'], self.lines.header
        log = None
        if self.log_head is not None:
            chain = f"project:{'' if header is None else header['project']}"
            log = {'chain': chain, 'head_hash': self.log_head, 'entries': self.log_count}
        contents = [header is not None and same(header[name], signed[name]) for name in _SCOPE]
        contents += [signed['entries'] == self.all[0], same(signed['sessions'], self.ends), same(signed['log'], log)]
        self.expect('manifest.contents', all(contents))
        found = {kind: {'count': count, 'digest': _digest(state)} for kind, (count, state) in self.sections.items()}
        self.expect('manifest.digest', signed['digest'] == _digest(self.all[1]) and same(signed['sections'], found))

    def _unread(self, kind):
        if kind in ('session', 'manifest'):
            self._end_session()
        if kind == 'close' and self.session is not None:
            self.session.close(None)
        self.manifest_seen = self.manifest_seen or kind == 'manifest'

    def finish(self):
        self._end_session()
        self._close_log()
        self.heads.finish()
        lines = self.lines
        self.expect('keys.trust_root', lines.pinned is None or len(lines.file_keys) > 0)
        self.expect('format', lines.header is not None)
        self.expect('evidence.findings', not self.loose_due)
        self.expect('manifest.signature', self.manifest_seen)


def _digest(state):
    return f'sha256:{state.hex()}'
