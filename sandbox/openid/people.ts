import { createHash } from 'node:crypto'

export interface SandboxPerson {
  name: string
  email: string
  isEmailVerified: boolean
}

/** Suggestions, in addition to the people entered so far. */
export const firstPeople: SandboxPerson[] = [
  { name: 'Maya Torres', email: 'maya.torres@example.test', isEmailVerified: true },
  { name: 'Jonah Reed', email: 'jonah.reed@example.test', isEmailVerified: true },
]

/** The same address is always the same person, even after a restart: 21 digits, like Google's subjects. */
function subjectOf({ email }: SandboxPerson): string {
  const digest = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16)
  return `1${BigInt(`0x${digest}`).toString().padStart(20, '0').slice(0, 20)}`
}

/** Claims of identity tokens and the userinfo endpoint. */
export function claimsOf(person: SandboxPerson) {
  const [givenName = '', ...rest] = person.name.split(' ')
  return {
    sub: subjectOf(person),
    email: person.email,
    email_verified: person.isEmailVerified,
    name: person.name,
    given_name: givenName,
    family_name: rest.join(' '),
  }
}

/** Null if the address is invalid. */
export function personOf(form: URLSearchParams): SandboxPerson | null {
  const email = (form.get('email') ?? '').trim()
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) return null
  const name = (form.get('name') ?? '').trim() || email.slice(0, email.indexOf('@'))
  return { name, email, isEmailVerified: form.get('verified') !== 'no' }
}
