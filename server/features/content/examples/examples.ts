import type { ArticleDocument } from '#domain/content/article.ts'
import { readMinutes } from '#domain/content/body.ts'
import type { ContentExample } from '#domain/content/content.ts'
import { documentFromMarkdown } from '#domain/content/markdown.ts'
import { exampleArticles } from './example-articles.ts'

/** Articles for the six categories of the Learning Center (docs/specification.md B3). */
export const examples: readonly (Omit<ContentExample, 'isCopied'> & { document: ArticleDocument })[] =
  exampleArticles.map(({ text, ...article }) => {
    const document = documentFromMarkdown(text)
    return { ...article, document, readMinutes: readMinutes({ type: 'article', document }) }
  })
