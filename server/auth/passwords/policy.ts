import { readFileSync } from 'node:fs'
import { AppError } from '#domain/errors.ts'
import { invalid, type PasswordWeakness, type WeaknessReason, weakPassword } from '../errors.ts'

/** Passwords must not contain the person's address or the clinic's name. */
export interface PasswordOwner {
  email?: string | null
  names?: string[]
}

export interface PasswordRule {
  /** Characters. */
  passwordMinLength: number
  refuseKnownPasswords: boolean
}

const productName = 'carefold'
const minLength = 8

/** docs/contracts/auth.md 6. There are no rules about kinds of characters (ASVS 6.2.5). */
export function passwordWeakness(
  password: string,
  owner: PasswordOwner = {},
  rule: PasswordRule = { passwordMinLength: minLength, refuseKnownPasswords: true },
): PasswordWeakness | null {
  const reasons: WeaknessReason[] = []
  const sentences: string[] = []
  const atLeast = rule.passwordMinLength
  if (Array.from(password).length < atLeast) {
    reasons.push('length')
    sentences.push(`Password should be at least ${atLeast} characters.`)
  }
  if (rule.refuseKnownPasswords && (isWellKnown(password) || isPersonal(password, owner))) {
    reasons.push('pwned')
    sentences.push('Password is known to be weak and easy to guess, please choose a different one.')
  }
  return reasons.length === 0 ? null : { reasons, message: sentences.join(' ') }
}

/** @throws AuthError 400 `validation_failed` over the limit in bytes, 422 `weak_password` */
export function requireAcceptablePassword(
  password: string,
  owner: PasswordOwner,
  rule: PasswordRule & { passwordMaxBytes: number },
): void {
  if (Buffer.byteLength(password) > rule.passwordMaxBytes) {
    throw invalid(`Password cannot be longer than ${rule.passwordMaxBytes} bytes`)
  }
  const weakness = passwordWeakness(password, owner, rule)
  if (weakness) throw weakPassword(weakness)
}

/** @throws AppError `weak_password` with the reasons on field `password` */
export function requireStrongPassword(password: string, owner?: PasswordOwner, rule?: PasswordRule): void {
  const weakness = passwordWeakness(password, owner, rule)
  if (!weakness) return
  throw new AppError('weak_password', { fields: [{ path: 'password', message: weakness.message }] })
}

let wellKnown: ReadonlySet<string> | undefined

function isWellKnown(password: string): boolean {
  // about 18,000 lines, read when the first password is set
  wellKnown ??= new Set(
    readFileSync(new URL('./weak-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('# ')),
  )
  return wellKnown.has(password.toLowerCase())
}

/** A name with digits and punctuation added, such as `carefold2027!`. */
function isPersonal(password: string, { email, names = [] }: PasswordOwner): boolean {
  const stem = stemOf(password)
  if (stem === '') return false
  const known = [productName, email ?? '', email?.split('@')[0] ?? '', ...names].map(stemOf)
  return known.some((name) => name.length >= 3 && name === stem)
}

/** Letters and digits only, lower case, without digits at the end. */
function stemOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/\p{N}+$/u, '')
}
