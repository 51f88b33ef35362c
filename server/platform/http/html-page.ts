import { brandSheetPath, type ClinicBrand } from '#domain/clinics/served-brand.ts'
import { type VideoProvider, videoProviders } from '#domain/content/embedded-video.ts'
import { type SlideFrame, slideFrameOrigins } from '#domain/presentations/google-slides.ts'
import { pagePolicy } from './security-headers.ts'

export interface PageHead {
  title: string
  /** After the title; the product without it. */
  siteName?: string
  description: string
  address: string
  /** 1200 by 630 pixels. */
  picture?: string
  /** In place of the picture, of any size. */
  logo?: string
}

/**
 * @param head.title empty: the site's name alone
 * @param data structured data (https://schema.org)
 */
export function fillHead(
  html: string,
  { productName }: { productName: string },
  head: PageHead | null,
  data?: object,
): string {
  if (!head) return html
  const siteName = head.siteName ?? productName
  const title = escapeHtml(head.title ? `${head.title} · ${siteName}` : siteName)
  const description = escapeHtml(head.description)
  const address = escapeHtml(head.address)
  const tags = [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}" />`,
    `<link rel="canonical" href="${address}" />`,
    `<meta property="og:type" content="website" />`,
    `<meta property="og:site_name" content="${escapeHtml(siteName)}" />`,
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${description}" />`,
    `<meta property="og:url" content="${address}" />`,
    ...(head.picture
      ? [
          `<meta property="og:image" content="${escapeHtml(head.picture)}" />`,
          '<meta property="og:image:width" content="1200" />',
          '<meta property="og:image:height" content="630" />',
          '<meta name="twitter:card" content="summary_large_image" />',
        ]
      : []),
    ...(head.logo
      ? [
          `<meta property="og:image" content="${escapeHtml(head.logo)}" />`,
          '<meta name="twitter:card" content="summary" />',
        ]
      : []),
    // a data block, not a script, to the policy. "<" could end it
    ...(data
      ? [`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`]
      : []),
  ]
  return html.replace(/<title>[^<]*<\/title>/, () => tags.join('\n    '))
}

/** The clinic's colors, before a script sets them. */
export function inClinicColors(
  html: string,
  { color, brand }: { color: string; brand: ClinicBrand | null },
): string {
  return html
    .replace('<html lang="en">', `<html lang="en" data-clinic-color="${escapeHtml(color)}">`)
    .replace('</head>', (end) =>
      brand?.shades ? `<link rel="stylesheet" href="${brandSheetPath(brand.shades)}" />\n${end}` : end,
    )
}

/** White labeling (docs/decisions/0102). */
export function withoutCarefold(html: string, clinic: { name: string; logoId: string | null }): string {
  // without any, a browser requests /favicon.ico
  const icon = `<link rel="icon" href="${clinic.logoId ? `/files/v1/${escapeHtml(clinic.logoId)}` : 'data:,'}" />`
  return html
    .replace(/\s*<link rel="(?:icon|apple-touch-icon|manifest)"[^>]*>/g, '')
    .replace('</head>', () => `${icon}\n</head>`)
    .replace('<title>Carefold</title>', () => `<title>${escapeHtml(clinic.name)}</title>`)
}

/** Text for an attribute or between tags. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

export function htmlPage(
  html: string | Uint8Array<ArrayBuffer>,
  settings: { videoProviders: readonly VideoProvider[]; slideFrames: readonly SlideFrame[] },
  headers: Record<string, string> = {},
  status = 200,
): Response {
  const frames = [
    ...settings.videoProviders.map((provider) => videoProviders[provider].origin),
    ...settings.slideFrames.map((provider) => slideFrameOrigins[provider]),
  ]
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      // signed-in users receive the app instead of a visitor page
      Vary: 'Accept-Encoding, Cookie',
      'Content-Security-Policy': pagePolicy(frames),
      ...headers,
    },
  })
}
