import { FileText } from 'lucide-react'
import type { ContentBody } from '#domain/content/body.ts'
import { learningTexts } from '#domain/texts/learning.ts'
import { useFileLinks } from '#web/lib/file-links.ts'
import { Button } from '../ui/button.tsx'
import { ArticleView } from './article-view.tsx'
import { StoredPicture } from './stored-picture.tsx'
import { VideoPlayer } from './video-player.tsx'

/** The place in content: how far, and who is told. */
export interface ReadingPlace {
  startAt: number
  onPlace(position: number): void
}

/** What is read or seen of content, for patients and in the preview. @param place only for videos; of the rest the page knows it */
export function ContentView({
  title,
  body,
  place,
}: {
  title: string
  body: ContentBody
  place?: ReadingPlace
}) {
  switch (body.type) {
    case 'article':
      return <ArticleView document={body.document} />
    case 'video':
      return body.fileId === null ? null : (
        <VideoPlayer
          fileId={body.fileId}
          title={title}
          captionsFileId={body.captionsFileId}
          posterFileId={body.posterFileId}
          transcript={body.transcript}
          {...place}
        />
      )
    case 'image':
      return body.fileId === null ? null : <Image fileId={body.fileId} alt={body.alt} />
    case 'pdf':
      return body.fileId === null ? null : <Pdf fileId={body.fileId} />
  }
}

function Image({ fileId, alt }: { fileId: string; alt: string }) {
  return (
    <StoredPicture url={useFileLinks([fileId]).get(fileId)} alt={alt} className="w-full rounded-control" />
  )
}

function Pdf({ fileId }: { fileId: string }) {
  const url = useFileLinks([fileId]).get(fileId)
  return (
    <Button asChild variant="tint" size="large">
      <a href={url} aria-disabled={url === undefined || undefined}>
        <FileText aria-hidden />
        {learningTexts.pdf.download}
      </a>
    </Button>
  )
}
