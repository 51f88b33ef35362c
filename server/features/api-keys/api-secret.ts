import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits; the prefix identifies a leaked secret. */
export const makeSecret = (prefix: 'cfk' | 'cft') => `${prefix}_${randomBytes(32).toString('base64url')}`

/** SHA-256, which suffices for 256 random bits. */
export const hashOfSecret = (secret: string) => createHash('sha256').update(secret).digest()
