/**
 * Derives a clinic's address from its name (docs/specification.md A4). Folds accents first: "Clínica Élan" becomes
 * `clinica-elan`.
 * The result may be too short or reserved (`subdomainProblem`).
 */
export function slugify(text: string): string {
  return cleanSlug(text)
    .replace(/^-+|-+$/g, '')
    .slice(0, maxSubdomainLength)
    .replace(/-+$/, '')
}

/** `slugify` for a field in use: preserves a trailing hyphen, which may precede the next word. */
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

export interface ClinicAddress {
  slug: string
  followsName: boolean
}

/** Applies even after a manual edit (docs/specification.md A4). */
export function addressAfterNameEdit(clinicName: string): ClinicAddress {
  return { slug: slugify(clinicName), followsName: true }
}

/** Stops the address from following the name, unless both match. */
export function addressAfterManualEdit(typed: string, clinicName: string): ClinicAddress {
  const slug = slugifyWhileTyping(typed)
  return { slug, followsName: slug === slugify(clinicName) }
}
