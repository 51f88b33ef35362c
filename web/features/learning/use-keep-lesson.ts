import { useEffect } from 'react'
import { blocksOf } from '#domain/content/article.ts'
import { offlineLessonPage, offlineListPage } from '#domain/learning/offline-page.ts'
import { formatDate } from '#domain/values/dates.ts'
import { useFileLinks } from '#web/lib/files/file-links.ts'
import { dropLesson, storeLesson } from '#web/lib/offline/store-lesson.ts'
import { canKeepLessons } from '#web/lib/offline/stored-lessons.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import type { OpenLesson } from './queries.ts'

const noPictures: readonly string[] = []

/** Stores an opened article for offline reading; removes one that its reader may no longer see. */
export function useKeepLesson(lesson: OpenLesson | null | undefined, path: string): void {
  const { user } = useSession()
  const owner = user?.id
  const document = lesson?.body.type === 'article' ? lesson.body.document : null
  const pictures = document
    ? [...blocksOf(document)].flatMap((block) => (block.type === 'picture' ? block.attrs.fileId : []))
    : noPictures
  const links = useFileLinks(pictures)
  const hasLinks = pictures.every((fileId) => links.has(fileId))

  useEffect(() => {
    if (!owner || !canKeepLessons()) return
    if (lesson === null) dropLesson(owner, path).catch(() => undefined)
    if (!lesson || !document || !hasLinks) return
    const styles = [...window.document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(
      ({ href }) => new URL(href).pathname,
    )
    const own = (fileId: string) => `/kept-lessons/${fileId}`
    const { title, description } = lesson
    const listPath = path.slice(0, path.lastIndexOf('/'))
    const html = offlineLessonPage(
      { title, description, document, keptOn: formatDate(serverNow().toISOString()) },
      styles,
      listPath,
      own,
    )
    // a full storage or a browser without workers must not interrupt reading
    storeLesson(
      owner,
      { path, title, html, pictures: new Map([...links].map(([fileId, url]) => [own(fileId), url])) },
      (lessons) => offlineListPage(lessons, styles),
    ).catch(() => undefined)
  }, [owner, lesson, document, hasLinks, links, path])
}
