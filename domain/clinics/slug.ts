/**
 * Derives a clinic's address from its name: lower case, spaces to hyphens, characters that a host name cannot contain
 * are removed (docs/specification.md A4). Accents are folded first, so that "Clínica Élan" becomes `clinica-elan`.
 *
 * The result may still be too short or reserved: that is `subdomainProblem`.
 */
export function slugify(text: string): string {
  return cleanSlug(text)
    .replace(/^-+|-+$/g, '')
    .slice(0, maxSubdomainLength)
    .replace(/-+$/, '')
}

/** Like `slugify`, for a field while it is typed in: keeps a trailing hyphen, which may start the next word. */
export function slugifyWhileTyping(text: string): string {
  return cleanSlug(text).replace(/^-+/, '').slice(0, maxSubdomainLength)
}

const maxSubdomainLength = 63

function cleanSlug(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-{2,}/g, '-')
}

/** State of the address field at sign-up: its value, and whether it still follows the clinic's name. */
export interface ClinicAddress {
  slug: string
  followsName: boolean
}

/** Editing the clinic's name derives the address again, even after a manual edit (docs/specification.md A4). */
export function addressAfterNameEdit(clinicName: string): ClinicAddress {
  return { slug: slugify(clinicName), followsName: true }
}

/** A manual edit stops that, unless it matches what the name gives. */
export function addressAfterManualEdit(typed: string, clinicName: string): ClinicAddress {
  const slug = slugifyWhileTyping(typed)
  return { slug, followsName: slug === slugify(clinicName) }
}
