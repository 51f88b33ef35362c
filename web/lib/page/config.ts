import type { ClinicBrand } from '#domain/clinics/served-brand.ts'
import type { VideoProvider } from '#domain/content/embedded-video.ts'
import type { SlideFrame } from '#domain/presentations/google-slides.ts'

/** The server's settings for the page, from `<meta name="carefold-config">` of index.html. */
export interface WebConfig {
  /** The main domain without port; clinics live one label below it: `carefold.localhost`. */
  appDomain: string
  /** Origin of the main site: `http://carefold.localhost:3000`. */
  mainOrigin: string
  productName: string
  /** The key with which clients call this installation; public. */
  publishableKey: string
  /** True while payments go to the built-in sandbox. */
  sandbox: boolean
  /** Providers whose videos may be embedded. */
  videoProviders: readonly VideoProvider[]
  /** Whether presentations of Google Slides can be imported. */
  importsGoogleSlides: boolean
  /** Whether one signs in with Google here. */
  hasGoogle: boolean
  /** Providers whose slides may be framed. */
  slideFrames: readonly SlideFrame[]
  /** The clinic of the address that the page was loaded from. */
  clinic: {
    subdomain: string
    name: string
    color: string
    logoId: string | null
    brand: ClinicBrand | null
  } | null
}

// pages that are rendered without a browser name no installation
const prerendered: WebConfig = {
  appDomain: '',
  mainOrigin: '',
  productName: 'Carefold',
  publishableKey: '',
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
  return { clinic: null, videoProviders: [], slideFrames: [], ...JSON.parse(content) } as WebConfig
}
