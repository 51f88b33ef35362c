/**
 * The `X-Forwarded-For` entry `trustedHops` from the right (docs/contracts/auth.md D10). Entries to the left of it may be
 * forged.
 */
export function clientAddress(
  forwardedFor: string | null,
  socketAddress: string | undefined,
  trustedHops: number,
): string | null {
  const entries = forwardedFor?.split(',').map((entry) => entry.trim()) ?? []
  const forwarded = trustedHops > 0 ? entries.at(-trustedHops) : undefined
  const address = forwarded || socketAddress
  return address ? address.replace(/^::ffff:/, '') : null
}
