"""The suites: each yields a name and whether this implementation gives what the vector says."""
import base64
import struct

from . import anchors, merkle
from .canonical import canonical, canonical_bytes, hash_chained, hash_json, number_text, same
from .catalogue import canonical_catalogue, check, coverage, find
from .classify import classify
from .data import CHECKS, LEXICON, VOCABULARY, read_bytes, read_file
from .ed25519 import base64url, decode_base64url, import_key
from .checkpoints import read_note_key
from .export_file import check_export, lines_of, pinned_keys
from .names import derive
from .policy import advance_history, evaluate, match_approval, run_signal_tests
from .rules import is_frame, is_rule
from .schema import fits
from .signals import SignalRefusal
from .strict_json import Refused, read_json

# Bundles whose fault a schema cannot name: a reserved id, depth, the order of two numbers.
_BEYOND_SCHEMA = ('broken_rule_without_id', 'nested_17_deep', 'between_reversed')
_EVIDENCE = ('action_id', 'decision_id', 'outcome', 'result_hash', 'error_code', 'executed_at')


def ingest(openssl):
    file = read_file('vectors', 'ingest.json')
    for case in file['canonicalization']:
        yield case['name'], canonical(case['input']) == case['canonical']
    for case in file['args_hash']:
        yield case['name'], (canonical(case['args']), hash_json(case['args'])) == (case['canonical'], case['args_hash'])
    for case in file['chain']:
        yield case['name'], hash_chained(case['record'], case['prev_hash']) == case['record_hash']
    for case in file['execution_evidence']:
        signed = {name: case['payload'].get(name) for name in _EVIDENCE}
        text, key = canonical_bytes(signed), import_key(case['public_key_base64url'])
        signature = decode_base64url(case['signature'])
        altered = canonical_bytes({**signed, 'result_hash': 'sha256:altered'})
        again = openssl.sign(base64.b64decode(case['seed_base64']), text)
        holds = openssl.verify(key, text, signature) and not openssl.verify(key, altered, signature)
        yield case['name'], holds and again == signature and text.decode() == case['canonical']
    for case in file['anchors']:
        token = anchors.token(case['type'], case['value'], case['secret'], case['scope'])
        yield case['name'], token == case['token']
    for case in file['anchor_text']:
        yield case['name'], anchors.extract(case['text'], case['secret'], case['scope']) == case['anchors']


def byte_layer(openssl):
    file = read_file('vectors', 'bytes.json')
    for index, case in enumerate(file['reading']):
        try:
            found = {'canonical': canonical(read_json(case['text']))}
        except Refused as refusal:
            found = {'refused': {'code': refusal.code, 'pointer': refusal.pointer}}
        yield f'reading {index + 1}', same({'text': case['text'], **found}, case)
    for case in file['numbers']:
        (value,) = struct.unpack('>d', bytes.fromhex(case['ieee754']))
        yield case['ieee754'], number_text(value) == case['canonical']
    for case in file['public_keys']:
        yield case['name'], (import_key(case['key']) is not None) == case['accepted']
    for case in file['signatures']:
        key, signature = import_key(case['public_key']), decode_base64url(case['signature'])
        yield case['name'], openssl.verify(key, case['message'].encode(), signature) == case['valid']


def catalogue(openssl):
    file = read_file('vectors', 'catalogue.json')
    schema = read_file('schemas', 'catalogue.json')
    for case in file['canonical']:
        body = canonical_catalogue(case['body'])
        yield case['name'], (canonical(body), hash_json(body)) == (case['canonical'], case['catalog_hash'])
    for case in file['signature']:
        text = canonical_bytes(canonical_catalogue(case['body']))
        signature = decode_base64url(case['signed']['signature']['value'])
        again = openssl.sign(decode_base64url(case['seed']), text) == signature
        yield case['name'], again and openssl.verify(import_key(case['public_key']), text, signature)
    for case in file['join']:
        for lookup in case['lookups']:
            tool, name = find(case['body'], lookup['tool']), lookup['tool']
            found = {'tool': name, 'found': tool and tool['name'], 'coverage': coverage(case['body'], name)}
            yield f"{case['name']} {name}", same(found, lookup)
    for case in file['conflicts']:
        findings, warnings = check(case['body'])
        yield case['name'], same([findings, warnings], [case['findings'], case['warnings']])
        invalid = any(finding['code'] == 'invalid' for finding in findings)
        yield f"{case['name']} by the schema", fits(schema, case['body']) != invalid


def classification(_openssl):
    file = read_file('vectors', 'classification.json')
    for case in file['names']:
        yield f"name {case['tool']}", same({'tool': case['tool'], **derive(case['tool'])}, case)
    for case in file['signals']:
        try:
            answer = classify(case['tool'], case.get('signals'), case.get('catalog_signals'), file['thresholds'])
            yield case['name'], same(answer, case.get('classification'))
        except SignalRefusal as refusal:
            yield case['name'], same({'code': refusal.code, 'pointer': refusal.pointer}, case.get('refused'))


def policy(_openssl):
    file = read_file('vectors', 'policy.json')
    schema = read_file('schemas', 'policy-bundle.json')
    bundles = {case['name']: case['bundle'] for case in file['bundles']}
    for case in file['bundles']:
        yield f"bundle {case['name']}", hash_json(case['bundle']) == case['policy_hash']
        sound = is_frame(case['bundle']) and all(map(is_rule, case['bundle']['rules']))
        if case['name'] not in _BEYOND_SCHEMA:
            yield f"bundle {case['name']} by the schema", fits(schema, case['bundle']) == sound
    managed = read_file('data', 'managed-bundle.json')
    named = (managed['taxonomy'], managed['lexicon']) == (VOCABULARY['taxonomy'], LEXICON['version'])
    yield 'the managed bundle is the published one', named and same(managed, bundles['managed'])
    for index, case in enumerate(file['signal_tests']):
        results = run_signal_tests(bundles[case['bundle']], case['signals'])
        yield f'signal tests {index + 1}', same(results, case['results'])
    for case in file['approvals']:
        yield f"approval {case['name']}", match_approval(case['question']) == case['match']
    for index, case in enumerate(file['history']):
        yield f'history {index + 1}', same(advance_history(case['before'], case['step']), case['after'])
    for case in file['evaluations']:
        yield case['name'], same(evaluate(bundles[case['bundle']], case['input']), case['result'])


def receipts(openssl):
    file = read_file('vectors', 'receipts.json')
    key, seed = import_key(file['public_key']), decode_base64url(file['seed'])
    schemas = {kind: read_file('schemas', f'receipt-{kind}.json') for kind in file['known_versions']}
    for case in file['receipts']:
        receipt = case['receipt']
        payload, kind = receipt['payload'], case['name'].split('_changed_at_')[0].split('_')[-1]
        text = canonical_bytes(payload)
        valid = openssl.verify(key, text, decode_base64url(receipt['signature']))
        known = payload.get('v') == file['known_versions'].get(payload.get('kind'))
        holds = [text.decode() == case['canonical'], valid == case['valid'], known == case['known_version']]
        if valid:
            holds.append(base64url(openssl.sign(seed, text)) == receipt['signature'])
        if valid and known:
            holds.append(fits(schemas[kind], receipt))
        if valid and known and kind == 'snapshot':
            holds.append(payload['digest'] == hash_json({'heads': payload['heads'], 'log': payload['log']}))
        yield case['name'], all(holds)


def checkpoints(openssl):
    file = read_file('vectors', 'merkle.json')
    leaves = [merkle.leaf_hash(leaf.encode()) for leaf in file['leaves']]
    roots = [merkle.root(leaves[:size]) for size in range(len(leaves) + 1)]
    yield 'leaf hashes', [leaf.hex() for leaf in leaves] == file['leaf_hashes']
    yield 'roots', [value.hex() for value in roots] == file['roots']
    for case in file['inclusion']:
        index, size, proof = int(case['index']), int(case['size']), list(map(bytes.fromhex, case['proof']))
        valid = merkle.verify_inclusion(leaves[index], index, size, proof, roots[size])
        yield f"inclusion {case['name']}", valid == case['valid']
    for case in file['consistency']:
        earlier, later = int(case['earlier']), int(case['later'])
        proof = list(map(bytes.fromhex, case['proof']))
        valid = merkle.verify_consistency(earlier, roots[earlier], later, roots[later], proof)
        yield f"consistency {case['name']}", valid == case['valid']
    for case in file['notes']:
        text, held = merkle.check_note(case['note'], case['keys'], openssl)
        written = merkle.checkpoint_text(case['origin'], case['size'], bytes.fromhex(case['root']))
        ids = [merkle.key_id(key).hex() for key in case['keys']] == [key['key_id'] for key in case['keys']]
        expected = [(case['keys'][0]['name'], None), (case['keys'][1]['name'], case['witnessed_at'])]
        yield case['name'], ids and text == written == case['text'] and held == expected


def export(openssl):
    file = read_file('vectors', 'export', 'cases.json')
    pinned = pinned_keys(read_file('vectors', 'export', file['jwks']))
    schema = read_file('schemas', 'export-line.json')
    kept, witness = [read_bytes('vectors', 'export', file['kept']).decode()], [read_note_key(file['witness'])]
    for name in file['honest']:
        data = read_bytes('vectors', 'export', name)
        lines = lines_of(data)
        failed, unknown = check_export(data, pinned, openssl, kept, witness)
        yield name, not failed and not unknown and len(lines) == file['totals']['entries'] + 1
        yield f'{name} by the schema', all(fits(schema, read_json(line.decode())) for line in lines)
    for case in file['tampered']:
        brought = (kept if 'kept' in case['brought'] else [], witness if 'witness' in case['brought'] else [])
        failed, _ = check_export(read_bytes('vectors', 'export', case['file']), pinned, openssl, *brought)
        found = [check_id for check_id in CHECKS if check_id in failed]
        yield f"{case['file']} (found {', '.join(found) or 'nothing'})", found == case['fails']


SUITES = {
    'ingest': ingest,
    'bytes': byte_layer,
    'catalogue': catalogue,
    'classification': classification,
    'policy': policy,
    'receipts': receipts,
    'merkle': checkpoints,
    'export': export,
}
