/** A lesson as a page for reading offline (docs/decisions/0069). */

import type { ArticleDocument } from '../content/article.ts'
import { drawDocument, type Pen } from '../content/draw-document.ts'
import { learningTexts } from '../texts/learning.ts'

const texts = learningTexts.offline

/** @param styles paths of stylesheets @param pictureOf path of a picture; null if it is not stored */
export function offlineLessonPage(
  lesson: { title: string; description: string; document: ArticleDocument; keptOn: string },
  styles: readonly string[],
  listPath: string,
  pictureOf: (fileId: string) => string | null,
): string {
  const description =
    lesson.description && `<p class="text-lead text-muted">${escaped(lesson.description)}</p>`
  return page(
    styles,
    `<p><a class="link" href="${escaped(listPath)}">${escaped(texts.list)}</a></p>
<h1 class="font-display text-h2 font-medium sm:text-h1 break-words">${escaped(lesson.title)}</h1>
${description}
<p class="text-note text-muted">${escaped(texts.note(lesson.keptOn))}</p>
<div class="article">${drawDocument(lesson.document, penOf(pictureOf)).map(text).join('')}</div>`,
  )
}

/** The page that lists the stored lessons. */
export function offlineListPage(
  lessons: readonly { path: string; title: string }[],
  styles: readonly string[],
): string {
  const items = lessons.map(
    ({ path, title }) =>
      `<li class="py-1"><a class="link font-semibold break-words" href="${escaped(path)}">${escaped(title)}</a></li>`,
  )
  return page(
    styles,
    `<h1 class="font-display text-h2 font-medium sm:text-h1">${escaped(learningTexts.title)}</h1>
<p class="text-muted">${escaped(texts.lead)}</p>
<ul>${items.join('')}</ul>`,
  )
}

/** The title does not name the lesson: the browser's history would show it to the next user. */
function page(styles: readonly string[], content: string): string {
  const links = styles.map((path) => `<link rel="stylesheet" href="${escaped(path)}">`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(learningTexts.title)}</title>
${links.join('\n')}
</head>
<body>
<main class="mx-auto w-full max-w-180 space-y-5 px-4 py-8">
${content}
</main>
</body>
</html>`
}

/** Safe markup, unlike texts, which are escaped when used. */
class Markup {
  readonly html: string
  constructor(html: string) {
    this.html = html
  }
}

function text(part: Markup | string): string {
  return part instanceof Markup ? part.html : escaped(part)
}

function penOf(pictureOf: (fileId: string) => string | null): Pen<Markup> {
  const inside = (children: (Markup | string)[]) => children.map(text).join('')
  return {
    element(tag, { href, start }, children) {
      if (tag === 'br' || tag === 'hr') return new Markup(`<${tag}>`)
      const attributes = [
        href === undefined ? '' : ` href="${escaped(href)}" rel="noopener noreferrer"`,
        start === undefined ? '' : ` start="${start}"`,
      ].join('')
      return new Markup(`<${tag}${attributes}>${inside(children)}</${tag}>`)
    },
    callout: (tone, children) =>
      new Markup(
        `<div role="note" class="callout" data-tone="${tone}"><p class="callout-name">${escaped(learningTexts.callouts[tone])}</p>${inside(children)}</div>`,
      ),
    picture({ fileId, alt, caption }) {
      const path = pictureOf(fileId)
      const image = path ? `<img src="${escaped(path)}" alt="${escaped(alt)}">` : `<p>${escaped(alt)}</p>`
      return new Markup(
        `<figure>${image}${caption ? `<figcaption>${escaped(caption)}</figcaption>` : ''}</figure>`,
      )
    },
    video: ({ title }) => new Markup(`<p><em>${escaped(texts.video(title))}</em></p>`),
  }
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
