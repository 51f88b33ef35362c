import { paths } from '../paths.ts'
import { clinicTierTexts } from '../texts/clinic-tier.ts'
import { marketingTexts } from '../texts/marketing.ts'

export interface PublicPage {
  path: string
  title: string
  description: string
}

const { landing, howItWorks, wellnessPlans, aboutUs, contact, privacy, security, terms } = marketingTexts
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
  page(paths.security, security),
  page(paths.terms, terms),
]

/** With or without a trailing slash. */
export function publicPageOf(path: string): PublicPage | null {
  const plain = path === '/' ? path : path.replace(/\/$/, '')
  return publicPages.find((each) => each.path === plain) ?? null
}

/** `pages/index.html`, `pages/pricing.html`. */
export function pageFile(path: string): string {
  return `pages/${path === '/' ? 'index' : path.slice(1)}.html`
}

/** Path of the picture in link previews: `/social/pricing.png`. */
export function socialPicture(path: string): string {
  return `/social/${path === '/' ? 'index' : path.slice(1)}.png`
}
