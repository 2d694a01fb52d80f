#!/usr/bin/env python3
"""Checks every vector below spec/vectors with an implementation of its own: Python 3.9, its standard library, `openssl`.

    python3 spec/verify.py              every suite
    python3 spec/verify.py policy       one suite
    python3 spec/verify.py --export FILE [--jwks FILE] [--checkpoint FILE]…    the checks that an export fails

Prints passed/total for each suite and exits 1 when a vector is not met.
"""
import argparse
import gzip
import sys

# Nothing is left beside the vectors.
sys.dont_write_bytecode = True

from checker.data import CHECKS  # noqa: E402
from checker.ed25519 import OpenSsl  # noqa: E402
from checker.export_file import check_export, pinned_keys  # noqa: E402
from checker.strict_json import read_json  # noqa: E402
from checker.suites import SUITES  # noqa: E402


def score(name, openssl):
    """Runs one suite; an exception is a failure of the case it happened in."""
    passed, total = 0, 0
    cases = SUITES[name](openssl)
    while True:
        try:
            case, holds = next(cases)
        except StopIteration:
            break
        except Exception as error:  # noqa: BLE001 - whatever it is, the suite did not pass
            case, holds = f'{type(error).__name__}: {error}', False
        total += 1
        passed += bool(holds)
        if not holds:
            print(f'  failed: {case}')
    # A suite without cases has shown nothing.
    print(f'{name}: {passed}/{total} passed')
    return total > 0 and passed == total


def read(path):
    with open(path, 'rb') as file:
        data = file.read()
    return gzip.decompress(data) if data.startswith(b'\x1f\x8b') else data


def verify_export(path, jwks, checkpoints, openssl):
    """Prints the checks that the file fails. Without pinned keys the file vouches for its own, and that is said."""
    kept = [read(checkpoint).decode('utf-8') for checkpoint in checkpoints]
    pinned = None if jwks is None else pinned_keys(read_json(read(jwks).decode('utf-8')))
    failed, unknown = check_export(read(path), pinned, openssl, kept)
    for check in CHECKS:
        result = 'FAIL' if check in failed else 'not checked' if check in unknown else 'no fault found'
        print(f'{result}: {check}')
    if pinned is None:
        print('not checked: keys.trust_root (give --jwks)')
    return not failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('suites', nargs='*', metavar='suite', help=', '.join(SUITES))
    parser.add_argument('--export', help='check an evidence export instead of the vectors')
    parser.add_argument('--jwks', help="Heron's published keys, for --export")
    parser.add_argument('--checkpoint', action='append', default=[], help='a checkpoint kept earlier, for --export')
    arguments = parser.parse_args()
    unknown = [name for name in arguments.suites if name not in SUITES]
    if unknown:
        parser.error(f"no suite {', '.join(unknown)}; there are {', '.join(SUITES)}")
    openssl = OpenSsl()
    if arguments.export is not None:
        return verify_export(arguments.export, arguments.jwks, arguments.checkpoint, openssl)
    return all([score(name, openssl) for name in arguments.suites or SUITES])


if __name__ == '__main__':
    sys.exit(0 if main() else 1)
