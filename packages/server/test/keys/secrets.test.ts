import { describe, expect, it } from 'vitest'
import { generatePassword, hashPassword, verifyPassword } from '../../src/keys/password.js'
import {
  hashSecret,
  looksLikeApiKey,
  mintApiKey,
  mintReviewerToken,
  sameHash,
} from '../../src/keys/secrets.js'

describe('secrets that are shown once', () => {
  it('say in which environment they work, and nothing else of themselves', () => {
    for (const environment of ['live', 'test'] as const) {
      const { secret, hash, prefix } = mintApiKey(environment)
      expect(secret).toMatch(new RegExp(`^hrn_${environment}_[A-Za-z0-9_-]{32}$`))
      expect(looksLikeApiKey(secret)).toBe(true)
      expect(secret.startsWith(prefix)).toBe(true)
      expect(prefix).toHaveLength(13)
      expect(hash).toBe(hashSecret(secret))
      expect(hash).not.toContain(secret)
    }
    expect(mintApiKey('live').secret).not.toBe(mintApiKey('live').secret)
    expect(mintReviewerToken().secret).toHaveLength(43)
  })

  it('are compared as hashes', () => {
    expect(sameHash(hashSecret('a'), hashSecret('a'))).toBe(true)
    expect(sameHash(hashSecret('a'), hashSecret('b'))).toBe(false)
    expect(sameHash(hashSecret('a'), '')).toBe(false)
    for (const text of ['', 'hrn_live_', 'hrn_prod_' + 'a'.repeat(32), 'hrn_live_' + 'a'.repeat(33)]) {
      expect(looksLikeApiKey(text)).toBe(false)
    }
  })
})

describe('passwords', () => {
  it('are stored as argon2id with their own salt, and compared with it', async () => {
    const password = generatePassword()
    expect(password).toHaveLength(20)
    const [one, two] = [await hashPassword(password), await hashPassword(password)]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await verifyPassword(one, password)).toBe(true)
    expect(await verifyPassword(one, `${password} `)).toBe(false)
    for (const stored of ['', 'scrypt$65536$8$1$a$b', '$argon2id$v=19$m=1$']) {
      expect(await verifyPassword(stored, password)).toBe(false)
    }
  })
})
