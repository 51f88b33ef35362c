import { createHash } from 'node:crypto'
import { invalid } from '../errors.ts'

/**
 * Lower-cased e-mail address (docs/contracts/auth.md 1.5).
 * @throws AuthError 400 `validation_failed`
 */
export function requireEmail(given: string): string {
  const email = given.trim().toLowerCase()
  if (email === '') throw invalid('An email address is required')
  if (email.length > 255) throw invalid('An email address is too long')
  if (!isEmail(email)) throw invalid('Unable to validate email address: invalid format')
  return email
}

/** Only forms every mail server accepts: no quoted local part, at least two labels, no control characters. */
export function isEmail(email: string): boolean {
  const [local = '', domain = '', ...rest] = email.split('@')
  return (
    rest.length === 0 &&
    local.length <= 64 &&
    /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u.test(local) &&
    /^([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}][\p{L}\p{N}-]*[\p{L}\p{N}]$/u.test(
      domain,
    )
  )
}

/** Removes a leading `+` and blanks, without validation. */
export function bareNumber(given: string): string {
  return given.trim().replace(/^\+/, '').replaceAll(' ', '')
}

/**
 * Digits without `+`.
 * @throws AuthError 400 `validation_failed`
 */
export function requirePhone(given: string): string {
  const phone = bareNumber(given)
  if (!/^[1-9][0-9]{1,14}$/.test(phone)) throw invalid('Invalid phone number format (E.164 required)')
  return phone
}

/** For tables that may contain a stranger's address or number. */
export function hashAddress(address: string): Buffer {
  return createHash('sha256').update(address.trim().toLowerCase()).digest()
}
