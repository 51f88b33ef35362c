import { stopKey } from '#domain/mailed-links.ts'
import { replyTexts } from '#domain/texts/notices.ts'
import type { MailBrand } from './brand.ts'
import { darkStyles, escapeHtml, mark } from './mark.ts'

/**
 * The texts of a mail in reading order, escaped here. No mail reveals anything about health
 * (docs/domain-rules.md rule 31).
 */
export interface MailContent {
  brand: MailBrand
  /** Patients and guardians may write in the portal. */
  reader?: 'patient' | 'other'
  /** shown by mail programs beside the subject */
  preheader: string
  heading: string
  paragraphs: string[]
  /** shown as a table */
  facts?: [label: string, value: string][]
  button?: { label: string; href: string }
  code?: { label: string; value: string }
  /** small print below the button */
  notes?: string[]
  /** why a reader without an account gets the mail, with the link that ends such mails */
  stop?: { words: string; label: string; href: string }
  /** last line; by default the sender */
  footer?: string
}

export interface RenderedMail {
  html: string
  text: string
  links: string[]
  /** As in `Mail`. */
  replyTo?: string | null
  unsubscribeUrl?: string
}

// the colors of docs/look.md; mail programs do not support variables
const paper = '#FAF8F4'
const surface = '#FFFFFF'
const sunken = '#F2EEE6'
const ink = '#1C2825'
const muted = '#56635E'
const line = '#DED8CC'
const font = "Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const displayFont = "Fraunces,Georgia,'Times New Roman',serif"

/**
 * Renders HTML (one column of tables with inline styles, for mail programs) and plain text. Replies to a clinic's mail go
 * to the clinic; without an address, the mail says where to write (docs/decisions/0175).
 */
export function renderMail(content: MailContent): RenderedMail {
  const { brand, button, stop } = content
  return {
    html: html(content),
    text: text(content),
    links: [button, stop].flatMap((link) => (link ? [link.href] : [])),
    ...(brand.isClinic && { replyTo: brand.replyTo }),
    ...(stop && { unsubscribeUrl: oneClickUrl(stop.href) }),
  }
}

/** The link's address with the secret in the query: a mail program's POST has no fragment. */
function oneClickUrl(href: string): string {
  const url = new URL(href)
  url.searchParams.set(stopKey, url.hash.slice(1))
  url.hash = ''
  return url.href
}

function html(content: MailContent): string {
  const { brand, preheader, heading, paragraphs, facts = [], button, code, notes = [] } = content
  const blocks = [
    `<h1 class="ink" style="margin:0 0 16px;font-family:${displayFont};font-size:26px;line-height:1.25;font-weight:600;color:${ink}">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map((words) => paragraph(words, 16, 'ink')),
    ...(facts.length > 0 ? [factsBlock(facts)] : []),
    ...(button ? [buttonBlock(button, brand.color)] : []),
    ...(code ? [codeBlock(code)] : []),
    ...notes.map((words) => paragraph(words, 14, 'muted')),
    ...(button ? [plainLink(button.href, brand.color)] : []),
  ]
  // Outlook for Windows ignores max-width, so it gets a table of that width
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>${darkStyles(brand)}</style>
</head>
<body class="paper ink" style="margin:0;padding:0;background:${paper};color:${ink};font-family:${font}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheader)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${paper}"><tr><td align="center" style="padding:32px 16px">
<!--[if mso]><table role="presentation" width="520" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td align="left" style="padding:0 8px 16px">${mark(brand, displayFont)}</td></tr>
<tr><td class="card" align="left" style="padding:32px;background:${surface};border:1px solid ${line};border-radius:16px">
${blocks.join('\n')}
</td></tr>
<tr><td align="left" style="padding:16px 8px 0">${footersOf(content)
    .map((words) => paragraph(words, 13, 'muted', 8))
    .join('')}${content.stop ? stopLine(content.stop, brand.color) : ''}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`
}

function paragraph(words: string, size: number, color: 'ink' | 'muted', below = 16): string {
  return `<p class="${color}" style="margin:0 0 ${below}px;font-size:${size}px;line-height:1.55;word-break:break-word;color:${color === 'ink' ? ink : muted}">${escapeHtml(words)}</p>`
}

function stopLine({ words, label, href }: NonNullable<MailContent['stop']>, color: string): string {
  return `<p class="muted" style="margin:0;font-size:13px;line-height:1.55;word-break:break-word;color:${muted}">${escapeHtml(words)} <a class="brand" href="${escapeHtml(href)}" style="color:${color}">${escapeHtml(label)}</a></p>`
}

function factsBlock(facts: [label: string, value: string][]): string {
  const cell = `padding:8px 0;border-top:1px solid ${line};font-size:15px;line-height:1.45;vertical-align:top`
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td class="muted line" style="${cell};padding-right:16px;color:${muted}">${escapeHtml(label)}</td><td align="right" class="ink line" style="${cell};color:${ink};font-weight:600;font-variant-numeric:tabular-nums;word-break:break-word">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" class="line" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px;border-bottom:1px solid ${line}">${rows.join('')}</table>`
}

/** A table's cell has the color and the padding, which Outlook for Windows ignores on links. */
function buttonBlock({ label, href }: { label: string; href: string }, color: string): string {
  const style = `display:inline-block;padding:13px 24px;font-size:16px;font-weight:600;line-height:20px;color:#FFFFFF;border-radius:10px;text-decoration:none`
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td class="button" bgcolor="${color}" style="background:${color};border-radius:10px;mso-padding-alt:13px 24px"><a class="label" href="${escapeHtml(href)}" style="${style}">${escapeHtml(label)}</a></td></tr></table>`
}

function codeBlock({ label, value }: { label: string; value: string }): string {
  const digits = `margin:0 0 24px;padding:14px 20px;background:${sunken};border-radius:10px;font-size:28px;font-weight:600;letter-spacing:6px;font-variant-numeric:tabular-nums;color:${ink}`
  return `${paragraph(label, 14, 'muted')}\n<p class="sunken ink" style="${digits}">${escapeHtml(value)}</p>`
}

function plainLink(href: string, color: string): string {
  const words = 'If the button does not work, copy this address into your browser:'
  return `<p class="muted" style="margin:0;font-size:13px;line-height:1.55;color:${muted}">${words}<br><a class="brand" href="${escapeHtml(href)}" style="color:${color};word-break:break-all">${escapeHtml(href)}</a></p>`
}

function text(content: MailContent): string {
  const { brand, heading, paragraphs, facts = [], button, code, notes = [], stop } = content
  const blocks = [
    brand.name,
    heading,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(button ? [`${button.label}:\n${button.href}`] : []),
    ...(code ? [`${code.label}\n${code.value}`] : []),
    ...notes,
    `-- \n${footersOf(content).join('\n')}`,
    ...(stop ? [`${stop.words}\n${stop.label}:\n${stop.href}`] : []),
  ]
  return `${blocks.join('\n\n')}\n`
}

function footersOf({ brand, reader = 'other', footer }: MailContent): string[] {
  const { name, isClinic, replyTo, phone } = brand
  if (!isClinic) return [footer ?? 'Sent by Carefold.']
  const replies = replyTo
    ? replyTexts.goTo(replyTo)
    : `${replyTexts.unread} ${(reader === 'patient' ? replyTexts.patient : replyTexts.other)(name, phone)}`
  return [replies.trim(), footer ?? `Sent by Carefold for ${name}.`]
}
