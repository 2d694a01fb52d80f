"""An export line by line: bytes, shape, hashes, signatures, and what can be recomputed from one line and the head."""
import hashlib

from .canonical import canonical, canonical_bytes, hash_chained, hash_json, same
from .catalogue import canonical_catalogue, check, find
from .classify import below_declared
from .data import LEXICON, VOCABULARY, read_file
from .ed25519 import decode_base64url, import_key
from .names import derive, derived_reversibility
from .policy import evaluate
from .schema import fits
from .signals import read_facts
from .strict_json import Refused, read_json

SHAPES = {shape['properties']['type']['const']: shape for shape in read_file('schemas', 'export-line.json')['oneOf']}
VERSIONS = {**VOCABULARY['receipt_versions'], 'manifest': 1}
_RECORD = ('org', 'session', 'action', 'seq', 'tool', 'args_hash', 'requested_at')
_SHARED = (
    *('org', 'project', 'session', 'agent', 'agent_version', 'action', 'decision', 'seq', 'position', 'tool'),
    *('args_hash', 'policy_hash', 'catalog_hash', 'principal'),
)


class Lines:
    """What the head of the file says, the checks that failed, and those left open."""

    def __init__(self, openssl, pinned):
        self.openssl = openssl
        self.pinned = pinned
        self.failed = set()
        self.unknown = set()
        self.header = None
        self.file_keys = {}
        self.vendor_keys = {}
        self.bundles = {}
        self.catalogs = {}

    def expect(self, check_id, holds):
        if not holds:
            self.failed.add(check_id)
        return holds

    def read(self, line):
        """The entry of a line, or None, and whether it may be read as its type."""
        try:
            entry = read_json(line.decode('utf-8'), canonical_integers=True)
        except (UnicodeDecodeError, Refused):
            self.expect('format', False)
            return None, False
        self.expect('format', canonical(entry).encode() == line)
        kind = entry.get('type') if isinstance(entry, dict) else None
        if not self.expect('format', isinstance(kind, str) and kind in SHAPES):
            return None, False
        return entry, self.expect('format', fits(SHAPES[kind], entry))

    def receipt(self, receipt, check_id):
        """Checks the signature of any version; True where the version is one that we can read."""
        payload = receipt['payload']
        key = (self.file_keys if self.pinned is None else self.pinned).get(receipt['kid'])
        signature = decode_base64url(receipt['signature'])
        self.expect(check_id, self.openssl.verify(key, canonical_bytes(payload), signature))
        return payload['v'] == VERSIONS[payload['kind']]

    def vendor_signature(self, entry, signed, check_id):
        """Whether the vendor's signature holds; the file must say the same of it."""
        key = self.vendor_keys.get(entry['signature']['kid'])
        received = entry['received_at']
        holds = (
            key is not None
            and key['imported_at'] <= received
            and (key['revoked_at'] is None or received <= key['revoked_at'])
            and self.openssl.verify(key['key'], canonical_bytes(signed), decode_base64url(entry['signature']['value']))
        )
        # Within the very millisecond of a revocation either word may be true.
        if holds and not entry['signature_valid'] and key['revoked_at'] == received:
            return False
        self.expect(check_id, holds == entry['signature_valid'])
        return holds

    def key(self, entry):
        jwk, key = entry['jwk'], import_key(entry['jwk']['x'])
        self.expect('keys.heron', key is not None and jwk['kid'] not in self.file_keys)
        self.expect('keys.heron', entry['retired_at'] is None or entry['retired_at'] >= entry['created_at'])
        if key is not None:
            self.file_keys[jwk['kid']] = key
            self.expect('keys.trust_root', self.pinned is None or self.pinned.get(jwk['kid']) == key)

    def vendor_key(self, entry):
        key = import_key(entry['x'])
        self.expect('keys.vendor', key is not None and entry['kid'] not in self.vendor_keys)
        self.expect('keys.vendor', (entry['revoked_at'] is None) == (entry['revoked_by'] is None))
        if key is not None:
            times = {name: entry[name] for name in ('imported_at', 'revoked_at')}
            self.vendor_keys[entry['kid']] = {'key': key, **times}

    def bundle(self, entry):
        sound = self.expect('policy.bundles', hash_json(entry['bundle']) == entry['policy_hash'])
        self.expect('policy.bundles', entry['policy_hash'] not in self.bundles)
        if sound:
            self.bundles[entry['policy_hash']] = entry['bundle']

    def catalog(self, entry):
        body, name = entry['body'], entry['catalog_hash']
        findings, _ = check(body)
        sound = not findings and hash_json(canonical_catalogue(body)) == name
        self.expect('catalogue.contents', sound)
        verified = self.vendor_signature(entry, body, 'catalogue.signatures')
        if sound:
            earlier = self.catalogs.get(name, (None, False))[1]
            self.catalogs[name] = (body, verified or earlier)

    def log(self, entry):
        record = entry['record']
        self.expect('log.chain', hash_chained(record, entry['prev_hash']) == entry['entry_hash'])
        if self.receipt(entry['receipt'], 'log.receipts'):
            shown = {**record, 'kind': 'audit', 'v': 2, 'entry_hash': entry['entry_hash'], 'prev_hash': entry['prev_hash']}
            self.expect('log.receipts', same(shown, entry['receipt']['payload']))

    def session(self, entry):
        """True where the record's format is known."""
        record = entry['record']
        self.expect('sessions.genesis', hash_json(record) == entry['genesis_hash'])
        if 'v' in record and record['v'] != 2:
            return False
        document, scope = entry['grant_document'], entry['grant_scope']
        self.expect('sessions.genesis', record['session'] == entry['session'])
        self.expect('sessions.genesis', self.header is not None and record['org'] == self.header['organization'])
        scope_hash = None if scope is None else hash_json(scope)
        self.expect('sessions.genesis', scope_hash == record.get('grant_scope_hash'))
        self.expect('sessions.genesis', document is None or hash_json(document) == record.get('grant_hash'))
        return True

    def scoped(self, payload):
        ours = self.header is not None and payload['org'] == self.header['organization']
        self.expect('receipts.binding', ours and payload['project'] == self.header['project'])

    def closing(self, entry):
        """A close or resolution receipt; its payload, or None for an unknown version."""
        payload = entry['receipt']['payload']
        if not self.receipt(entry['receipt'], 'receipts.signatures'):
            return None
        self.scoped(payload)
        return payload

    def statement(self, entry):
        if entry['note'] is None:
            self.vendor_signature(entry, entry['statement'], 'evidence.signatures')
        else:
            self.expect('evidence.signatures', entry['statement']['error_code'] == '<redacted:error_code>')

    def action(self, entry):
        """True where record and both receipts have a known version."""
        record = entry['record']
        self.expect('chains.records', hash_chained(record, entry['prev_hash']) == entry['record_hash'])
        known = [self.receipt(entry[name], 'receipts.signatures') for name in ('decision', 'evaluation')]
        for statement in entry['statements']:
            self.expect('evidence.binding', statement['statement']['action_id'] == record['action'])
            self.statement(statement)
        if not all(known) or not known_format(record):
            return False
        decision, evaluation = entry['decision']['payload'], entry['evaluation']['payload']
        self._one_call(entry, record, decision, evaluation)
        self._one_answer(decision, evaluation)
        self._classification(decision, evaluation['classification'])
        self._verdict(evaluation)
        return True

    def _one_call(self, entry, record, decision, evaluation):
        binding = [record[name] == decision[name] for name in _RECORD]
        binding += [same(evaluation[name], decision[name]) for name in _SHARED]
        binding += [decision[name] == entry[name] for name in ('record_hash', 'prev_hash')]
        binding.append(decision['received_at'] <= decision['decided_at'])
        self.expect('receipts.binding', all(binding))
        self.scoped(decision)

    def _one_answer(self, decision, evaluation):
        result, effect = evaluation['result'], decision['enforcement']['effect']
        reasons = [reason for reason in decision['reasons'] if reason != 'break_glass']
        members = ('verdict', 'rule', 'transform', 'pending')
        binding = [same(decision[name], result[name]) for name in members]
        binding.append(reasons == result['reasons'])
        binding.append((effect == 'suspended') == ('break_glass' in decision['reasons']))
        binding.append((effect == 'enforced') == (decision['enforcement']['declared_by'] is None))
        approval = evaluation['classification']['approval']
        kind = None if approval is None else approval['kind']
        if kind == 'operator' or (kind == 'answer' and evaluation['approval_match'] == 'applies'):
            binding.append(decision['resolves'] == approval['resolves_action'])
        self.expect('receipts.binding', all(binding))

    def _classification(self, decision, classification):
        name = decision['catalog_hash']
        body, verified = (None, True) if name is None else self.catalogs.get(name, (None, None))
        if verified is None:
            self.expect('catalogue.contents', False)
            return
        self.expect('catalogue.signatures', verified)
        if (classification['taxonomy'], classification['lexicon']) != (VOCABULARY['taxonomy'], LEXICON['version']):
            return
        tool = None if body is None else find(body, decision['tool'])
        facts = {} if tool is None else read_facts(tool['signals'])
        derived = {**derive(decision['tool']), 'destination': 'unknown'}
        operation = classification['operation']
        measured = 'unknown' if operation['source'] == 'inferred' else operation['value']
        derived['reversibility'] = derived_reversibility(measured, derived['recoverable'])
        for dimension in ('operation', 'data_class', 'destination', 'reversibility'):
            stated = classification[dimension]
            if stated['source'] == 'declared':
                continue
            expected = below_declared(facts.get(dimension, 'unknown'), derived[dimension])
            resolved = expected['source'] == 'unknown' and stated['source'] == 'inferred' and stated['value'] != 'unknown'
            self.expect('policy.classification', resolved or same(stated, expected))

    def _verdict(self, evaluation):
        name, result = evaluation['policy_hash'], evaluation['result']
        if name is None:
            self.expect('policy.verdicts', result['verdict'] == 'DENY')
        elif self.expect('policy.bundles', name in self.bundles):
            self.expect('policy.verdicts', same(evaluate(self.bundles[name], evaluation), result))


def known_format(action_record):
    return action_record.get('v') in (None, 2, 3)


def fold(state, line):
    """The digest over lines: SHA-256 of what was before and the SHA-256 of the line."""
    return hashlib.sha256(state + hashlib.sha256(line).digest()).digest()
