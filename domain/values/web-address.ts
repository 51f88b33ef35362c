/** Lower-cases the scheme: phones type `HTTPS://x.test`. */
export function withPlainScheme(address: string): string {
  return address.replace(/^https?:\/\//i, (scheme) => scheme.toLowerCase())
}

/** Whether a text is the full address of a public web page without credentials, safe as a link. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || /\s/.test(text)) return false
  const { hostname, username, password } = URL.parse(text) ?? {}
  return Boolean(hostname?.includes('.')) && !username && !password
}
