type PublicKeysProblem = 'missing' | 'json' | 'private' | 'kid' | 'kind' | 'size'

const privateParts = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']

/**
 * Why a text is not the public JSON Web Key Set of a program: keys of RSA with 2,048 bits or more, or of the curve P-384,
 * each with a different `kid`.
 */
export function publicKeysProblem(text: string): PublicKeysProblem | null {
  if (text.trim() === '') return 'missing'
  const keys = keysOf(text)
  if (!keys) return 'json'
  if (keys.length === 0 || keys.length > 5) return 'size'
  if (keys.some((key) => privateParts.some((part) => part in key))) return 'private'
  const kids = keys.map(({ kid }) => kid)
  if (kids.some((kid) => typeof kid !== 'string' || kid === '') || new Set(kids).size < kids.length)
    return 'kid'
  return keys.every(isUsable) ? null : 'kind'
}

/** Null unless the text is a set of objects. */
function keysOf(text: string): Record<string, unknown>[] | null {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown }
    return Array.isArray(keys) && keys.every((key) => typeof key === 'object' && key !== null) ? keys : null
  } catch {
    return null
  }
}

/** 2,048 bits in base64url. */
const shortestModulus = 342

function isUsable({ kty, crv, n, e, x, y }: Record<string, unknown>): boolean {
  if (kty === 'RSA') return typeof n === 'string' && n.length >= shortestModulus && typeof e === 'string'
  return kty === 'EC' && crv === 'P-384' && typeof x === 'string' && typeof y === 'string'
}
