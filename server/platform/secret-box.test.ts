import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadSecretBox, makeEncryptionKey, secretBox } from './secret-box.ts'

it('decrypts its own ciphertext, for the same owner only', () => {
  const box = secretBox(makeEncryptionKey())
  const sealed = box.seal('JBSWY3DP', 'factor-1')
  expect(box.open(sealed, 'factor-1')).toBe('JBSWY3DP')
  expect(sealed.toString('latin1')).not.toContain('JBSWY3DP')
  expect(() => box.open(sealed, 'factor-2')).toThrow()
})

it('encrypts differently every time, and detects a changed byte', () => {
  const box = secretBox(makeEncryptionKey())
  const sealed = box.seal('same', 'x')
  expect(box.seal('same', 'x').equals(sealed)).toBe(false)
  for (const at of [5, 20, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => box.open(changed, 'x')).toThrow()
  }
})

it('decrypts with an outgoing key, and reports a missing key', () => {
  const [old, fresh] = [makeEncryptionKey(), makeEncryptionKey()]
  const sealed = secretBox(old).seal('secret', 'x')
  expect(secretBox(`${fresh}, ${old}`).open(sealed, 'x')).toBe('secret')
  expect(() => secretBox(fresh).open(sealed, 'x')).toThrow('encryption key that is gone')
})

it('digests short codes depending on the key and the owner', () => {
  const box = secretBox(makeEncryptionKey())
  const digest = box.digest('123456', 'a')
  expect(box.digest('123456', 'a').equals(digest)).toBe(true)
  expect(box.digest('123456', 'b').equals(digest)).toBe(false)
  expect(secretBox(makeEncryptionKey()).digest('123456', 'a').equals(digest)).toBe(false)
})

it('stores a key in the data folder, readable by its owner only', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'carefold-keys-'))
  try {
    const sealed = loadSecretBox({ encryptionKey: null, dataDir }).seal('secret', 'x')
    expect(loadSecretBox({ encryptionKey: null, dataDir }).open(sealed, 'x')).toBe('secret')
    const file = join(dataDir, 'encryption-key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(32)
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

it.each(['', 'short', Buffer.alloc(31).toString('base64'), `${Buffer.alloc(32).toString('base64')},x`])(
  'refuses the key %j, naming the setting',
  (source) => {
    expect(() => secretBox(source)).toThrow(/^ENCRYPTION_KEY/)
  },
)
