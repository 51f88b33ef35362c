import { paths } from '../paths.ts'
import { clinicTierTexts } from '../texts/clinic-tier.ts'
import { marketingTexts } from '../texts/marketing.ts'

/** A page of the main site that anybody may read, with what a search result says of it. */
export interface PublicPage {
  path: string
  title: string
  description: string
}

const { landing, howItWorks, wellnessPlans, aboutUs, contact, privacy, terms } = marketingTexts
const { pricing } = clinicTierTexts

const page = (path: string, { title, lead }: { title: string; lead: string }): PublicPage => ({
  path,
  title,
  description: lead,
})

export const publicPages: readonly PublicPage[] = [
  page(paths.landing, landing),
  page(paths.pricing, pricing),
  page(paths.howItWorks, howItWorks),
  page(paths.wellnessPlans, wellnessPlans),
  page(paths.aboutUs, aboutUs),
  page(paths.contact, contact),
  page(paths.privacy, privacy),
  page(paths.terms, terms),
]

/** The public page of a path, with or without a slash at its end; null for any other. */
export function publicPageOf(path: string): PublicPage | null {
  const plain = path === '/' ? path : path.replace(/\/$/, '')
  return publicPages.find((each) => each.path === plain) ?? null
}

/** The built file of a public page: `pages/index.html`, `pages/pricing.html`. */
export function pageFile(path: string): string {
  return `pages/${path === '/' ? 'index' : path.slice(1)}.html`
}

/** Path of the picture that is shown beside a link to a public page: `/social/pricing.png`. */
export function socialPicture(path: string): string {
  return `/social/${path === '/' ? 'index' : path.slice(1)}.png`
}
