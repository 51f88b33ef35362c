const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a part of an address can be an id: what cannot, names nothing and need not be asked for. */
export function isUuid(text: string): boolean {
  return uuid.test(text)
}
