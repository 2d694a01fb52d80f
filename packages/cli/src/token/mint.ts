/** `heron token mint`: a chain from a plan of authorities. */
import {
  ed25519Signer,
  es256Signer,
  hs256Signer,
  mintChain,
  readMintPlan,
  type TokenSigner,
} from '@heron/delegation'
import { decodeBase64url, isJsonObject, ownMember, publicKeyOfSeed, toBase64url } from '@heron/evidence'
import { type CommandArguments, type CommandIo, EXIT, type ExitCode, UsageError } from '../command.js'
import { asUsage, readJsonFile, readProfile, readSeconds, readSecret } from './input.js'

export async function run(args: CommandArguments, io: CommandIo): Promise<ExitCode> {
  const path = args.positionals[0] ?? ''
  const read = readMintPlan(readJsonFile(path), readProfile(args))
  if (!read.ok) throw new UsageError(`${path} at \`${read.pointer}\`: ${read.message}`)
  const signer = readSigner(args)
  const tokens = await asUsage(() => mintChain({ ...read.plan, signer, iat: readSeconds(args, 'iat') }))
  if (args.flag('json')) io.out(JSON.stringify({ profile: read.plan.profile, tokens }))
  else for (const token of tokens) io.out(token)
  return EXIT.pass
}

function readSigner(args: CommandArguments): TokenSigner {
  const hex = args.text('hs256-key')
  const keyFile = args.text('key')
  if ((hex === undefined) === (keyFile === undefined)) {
    throw new UsageError('give either --key FILE or --hs256-key HEX')
  }
  const kid = args.text('kid')
  if (hex !== undefined) return hs256Signer(readSecret(hex), kid ?? 'hs256')
  return readPrivateJwk(keyFile ?? '', kid)
}

function readPrivateJwk(path: string, givenKid: string | undefined): TokenSigner {
  const jwk = readJsonFile(path)
  if (!isJsonObject(jwk)) throw new UsageError(`${path} is not a JSON Web Key`)
  const kid = givenKid ?? ownMember(jwk, 'kid')
  if (typeof kid !== 'string') throw new UsageError(`${path} has no \`kid\`; give --kid`)
  const [kty, crv, d] = ['kty', 'crv', 'd'].map((name) => ownMember(jwk, name))
  const secret = typeof d === 'string' ? decodeBase64url(d) : null
  if (secret?.length !== 32) throw new UsageError(`key \`${kid}\` has no private member \`d\` of 32 bytes`)
  if (kty === 'OKP' && crv === 'Ed25519') {
    if (ownMember(jwk, 'x') !== toBase64url(publicKeyOfSeed(secret))) {
      throw new UsageError(`key \`${kid}\`: \`x\` is not the public half of \`d\``)
    }
    return ed25519Signer(secret, kid, ownMember(jwk, 'alg') === 'Ed25519' ? 'Ed25519' : 'EdDSA')
  }
  if (kty === 'EC' && crv === 'P-256') return es256Signer(secret, kid)
  throw new UsageError(`key \`${kid}\` is neither an Ed25519 nor a P-256 key`)
}
