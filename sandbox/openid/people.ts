import { createHash } from 'node:crypto'

/** Who somebody says they are on the sandbox's page. */
export interface SandboxPerson {
  name: string
  email: string
  isEmailVerified: boolean
}

/** Offered to be picked, beside whoever has been typed in since the start. */
export const firstPeople: SandboxPerson[] = [
  { name: 'Maya Torres', email: 'maya.torres@example.test', isEmailVerified: true },
  { name: 'Jonah Reed', email: 'jonah.reed@example.test', isEmailVerified: true },
]

/** The same address is the same person for ever, also after a restart: 21 digits, as Google's are. */
export function subjectOf({ email }: SandboxPerson): string {
  const digest = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16)
  return `1${BigInt(`0x${digest}`).toString().padStart(20, '0').slice(0, 20)}`
}

/** What an identity token and the userinfo say. */
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

/** The person of the page's form; null when the address could not be one. */
export function personOf(form: URLSearchParams): SandboxPerson | null {
  const email = (form.get('email') ?? '').trim()
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) return null
  const name = (form.get('name') ?? '').trim() || email.slice(0, email.indexOf('@'))
  return { name, email, isEmailVerified: form.get('verified') !== 'no' }
}
