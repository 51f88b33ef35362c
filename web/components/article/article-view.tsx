import { Info, Lightbulb, TriangleAlert } from 'lucide-react'
import { createElement, type ReactNode } from 'react'
import { type ArticleDocument, blocksOf, type CalloutTone } from '#domain/content/article.ts'
import { drawDocument, type Pen } from '#domain/content/draw-document.ts'
import { learningTexts } from '#domain/texts/learning.ts'
import { useFileLinks } from '#web/lib/files/file-links.ts'
import { StoredPicture } from './stored-picture.tsx'
import { VideoPlayer } from './video-player.tsx'

const icons = { note: Info, tip: Lightbulb, warning: TriangleAlert }

/** An article, for readers and in the preview. Its content is never rendered as markup (docs/decisions/0050). */
export function ArticleView({ document }: { document: ArticleDocument }) {
  const pictures = [...blocksOf(document)].flatMap((block) =>
    block.type === 'picture' ? block.attrs.fileId : [],
  )
  const links = useFileLinks(pictures)
  const pen: Pen<ReactNode> = {
    element: (tag, { href, start }, children, key) =>
      tag === 'a' ? (
        // Referrer-Policy no-referrer: the other site receives neither the page nor its reader
        <a key={key} href={href} target="_blank" rel="noopener noreferrer">
          {children}
        </a>
      ) : (
        createElement(tag, { key, ...(start !== undefined && { start }) }, ...children)
      ),
    callout: (tone, children, key) => (
      <CalloutBox key={key} tone={tone}>
        {children}
      </CalloutBox>
    ),
    picture: ({ fileId, alt, caption }, key) => (
      <figure key={key}>
        <StoredPicture url={links.get(fileId)} alt={alt} className="w-full rounded-control" />
        {caption && <figcaption>{caption}</figcaption>}
      </figure>
    ),
    video: ({ fileId, title, captionsFileId }, key) => (
      <VideoPlayer key={key} fileId={fileId} title={title} captionsFileId={captionsFileId ?? null} />
    ),
  }
  return <div className="article">{drawDocument(document, pen)}</div>
}

/** A highlighted box; its kind is shown as a word, not only by color. */
function CalloutBox({ tone, children }: { tone: CalloutTone; children: ReactNode }) {
  const Icon = icons[tone]
  return (
    <div role="note" className="callout" data-tone={tone}>
      <p className="callout-name">
        <Icon aria-hidden />
        {learningTexts.callouts[tone]}
      </p>
      {children}
    </div>
  )
}
