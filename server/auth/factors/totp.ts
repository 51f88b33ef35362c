import { generateSecret, generateURI, verify } from 'otplib'
import { renderSVG } from 'uqr'

const periodSeconds = 30

/** Shown once. */
export interface TotpEnrollment {
  /** Raw SVG text, which auth-js turns into a data URL. */
  qr_code: string
  /** Base32. */
  secret: string
  uri: string
}

/** @param label names the account in the app */
export function newTotp({ issuer, label }: { issuer: string; label: string }): TotpEnrollment {
  const secret = generateSecret({ length: 20 })
  const uri = generateURI({ issuer, label, secret, algorithm: 'sha1', digits: 6, period: periodSeconds })
  // color names, because a `#` would end the data URL
  const qr_code = renderSVG(uri, { ecc: 'M', border: 2, blackColor: 'black', whiteColor: 'white' })
  return { qr_code, secret, uri }
}

/**
 * The time step of a code: SHA-1, 6 digits, 30 s, one step either way (RFC 6238).
 * @param afterStep the last accepted step; codes of it and of earlier ones are refused (docs/contracts/auth.md D4)
 * @returns null for a wrong or used code
 */
export async function matchTotp(
  code: string,
  { secret, afterStep, now }: { secret: string; afterStep: number | null; now: Date },
): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null
  const result = await verify({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: periodSeconds,
    algorithm: 'sha1',
    digits: 6,
    period: periodSeconds,
    ...(afterStep === null ? {} : { afterTimeStep: afterStep }),
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
