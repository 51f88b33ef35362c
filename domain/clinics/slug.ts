/**
 * A clinic's address made from its name: lower case, spaces to hyphens, everything else that a host name cannot hold
 * removed (docs/specification.md A4). Accents are folded first, so that "Clínica Élan" becomes `clinica-elan`.
 *
 * The result may still be too short or reserved: that is `subdomainProblem`.
 */
export function slugify(text: string): string {
  return cleanSlug(text)
    .replace(/^-+|-+$/g, '')
    .slice(0, maxSubdomainLength)
    .replace(/-+$/, '')
}

/** As `slugify`, for a field in which somebody is still typing: a hyphen at the end may be the start of the next word. */
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

/** The address field of the clinic sign-up: what it holds, and whether it still follows the clinic's name. */
export interface ClinicAddress {
  slug: string
  followsName: boolean
}

/** Editing the clinic's name derives the address anew, also after an edit by hand (docs/specification.md A4). */
export function addressAfterNameEdit(clinicName: string): ClinicAddress {
  return { slug: slugify(clinicName), followsName: true }
}

/** An edit by hand ends the following, unless it gives what the name would have given. */
export function addressAfterManualEdit(typed: string, clinicName: string): ClinicAddress {
  const slug = slugifyWhileTyping(typed)
  return { slug, followsName: slug === slugify(clinicName) }
}
