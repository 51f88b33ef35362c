import type { ContentBody } from '#domain/content/body.ts'
import type { PlayedPart } from '#domain/learning/played.ts'
import { useFileLinks } from '#web/lib/files/file-links.ts'
import { LessonSlides } from '../slides/lesson-slides.tsx'
import { ArticleView } from './article-view.tsx'
import { ElsewhereVideo } from './elsewhere-video.tsx'
import { PdfPages } from './pdf-pages.tsx'
import { StoredPicture } from './stored-picture.tsx'
import { VideoPlayer } from './video-player.tsx'

export interface ReadingPlace {
  startAt: number
  /** @param watched parts of a video played since it was opened */
  onPlace(position: number, watched?: readonly PlayedPart[]): void
}

/**
 * Content for patients and in the preview.
 *
 * @param isDraft the team's unpublished version
 * @param place for videos and PDFs; articles follow the page's scrolling
 */
export function ContentView({
  itemId,
  isDraft = false,
  title,
  body,
  place,
}: {
  itemId: string
  isDraft?: boolean
  title: string
  body: ContentBody
  place?: ReadingPlace
}) {
  switch (body.type) {
    case 'article':
      return <ArticleView document={body.document} />
    case 'video':
      if (body.embed) return <ElsewhereVideo video={body.embed} title={title} transcript={body.transcript} />
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
      return body.fileId === null ? null : <PdfPages fileId={body.fileId} {...place} />
    case 'presentation':
      return <LessonSlides presentationId={itemId} isDraft={isDraft} {...place} />
  }
}

function Image({ fileId, alt }: { fileId: string; alt: string }) {
  return (
    <StoredPicture url={useFileLinks([fileId]).get(fileId)} alt={alt} className="w-full rounded-control" />
  )
}
