import { oneLine } from '../values/line-text.ts'
import type { ArticleDocument } from './article.ts'
import type { ContentType } from './body.ts'
import { documentFromMarkdown } from './markdown.ts'

/** Presentations are imported in their editor. */
export type ImportType = Exclude<ContentType, 'presentation'>

const extensions: Record<ImportType, readonly string[]> = {
  article: ['md', 'markdown', 'txt'],
  video: ['mp4', 'm4v', 'mov', 'webm'],
  pdf: ['pdf'],
  image: ['jpg', 'jpeg', 'png', 'webp', 'heic', 'heif', 'avif', 'tif', 'tiff'],
}

export const importable = Object.values(extensions)
  .flat()
  .map((extension) => `.${extension}`)
  .join(',')

/** Bytes; longer texts are no articles. */
export const largestText = 500_000

/** By file name; null if it cannot be imported. The server checks the content. */
export function importType(name: string): ImportType | null {
  const extension = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const found = Object.entries(extensions).find(([, known]) => known.includes(extension))
  return (found?.[0] as ImportType | undefined) ?? null
}

/** `03-sleep_well.md` gives "Sleep well". */
export function titleFromName(name: string): string {
  const stem = name.replace(/\.[A-Za-z0-9]+$/, '')
  const words = oneLine(stem.replace(/^\d+[-_. ]+/, '').replace(/[-_]+/g, ' ')) || oneLine(stem)
  const title = words.slice(0, 1).toUpperCase() + words.slice(1)
  return title.slice(0, 120).trim()
}

/** A heading at the start becomes the title. */
export function articleFromMarkdown(
  name: string,
  markdown: string,
): { title: string; document: ArticleDocument } {
  const lines = markdown.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  // Front matter of a static site.
  const text = lines.replace(/^---\n[\s\S]*?\n---\n/, '')
  const heading = /^\s*# +([^\n]+?) *#*(?:\n|$)/.exec(text)
  const whole = oneLine(heading?.[1] ?? '')
  const title = whole.slice(0, 120).trim()
  // A heading too long for a title stays in the text as well.
  const isTaken = heading && title !== '' && title === whole
  return {
    title: title || titleFromName(name),
    document: documentFromMarkdown(isTaken ? text.slice(heading[0].length) : text),
  }
}
