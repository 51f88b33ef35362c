import type { ClinicBrand } from '#domain/clinics/served-brand.ts'
import type { VideoProvider } from '#domain/content/embedded-video.ts'
import type { SlideFrame } from '#domain/presentations/google-slides.ts'

/** Settings from `<meta name="carefold-config">` of index.html. */
export interface WebConfig {
  /** Main domain without port; clinics are subdomains: `carefold.localhost`. */
  appDomain: string
  /** Origin of the main site: `http://carefold.localhost:3000`. */
  mainOrigin: string
  productName: string
  /** ISO instant of the product's clock when the page was sent; null while developing. */
  now: string | null
  publishableKey: string
  /** Of this installation; null if the operator has not set it. */
  operatorName: string | null
  sandbox: boolean
  videoProviders: readonly VideoProvider[]
  importsGoogleSlides: boolean
  hasGoogle: boolean
  slideFrames: readonly SlideFrame[]
  /** The clinic of the URL at page load. */
  clinic: {
    subdomain: string
    name: string
    color: string
    logoId: string | null
    brand: ClinicBrand | null
  } | null
}

// for prerendering, which has no installation
const prerendered: WebConfig = {
  appDomain: '',
  mainOrigin: '',
  productName: 'Carefold',
  now: null,
  publishableKey: '',
  // filled in by server/platform/http/visitor-pages.ts
  operatorName: '%OPERATOR%',
  sandbox: false,
  videoProviders: [],
  importsGoogleSlides: false,
  hasGoogle: false,
  slideFrames: [],
  clinic: null,
}

export const config: WebConfig = import.meta.env.SSR ? prerendered : readConfig()

function readConfig(): WebConfig {
  const content = document.querySelector('meta[name="carefold-config"]')?.getAttribute('content')
  if (!content?.startsWith('{')) {
    throw new Error('The page came without its settings: index.html must be served by the Carefold server.')
  }
  return {
    clinic: null,
    now: null,
    operatorName: null,
    videoProviders: [],
    slideFrames: [],
    ...JSON.parse(content),
  } as WebConfig
}
