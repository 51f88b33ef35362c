import { useQuery } from '@tanstack/react-query'
import { FileText, Subtitles } from 'lucide-react'
import { lazy, Suspense, useId } from 'react'
import type { BodyOf, ContentBody } from '#domain/content/body.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { pdfQuery } from '#web/components/article/pdf-queries.ts'
import { StoredPicture } from '#web/components/article/stored-picture.tsx'
import { VideoPlayer } from '#web/components/article/video-player.tsx'
import { Field, FieldError } from '#web/components/form/field.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { useFileLinks } from '#web/lib/files/file-links.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { FileField, NamedFile } from '../file-field.tsx'
import { PresentationFields } from '../slides/presentation-fields.tsx'
import { EmbedField, EmbedShown } from './embed-field.tsx'
import type { WritingProblems } from './writing-problems.ts'

const ArticleEditor = lazy(() => loadPart(() => import('./article-editor.tsx')))

const texts = contentTexts.editor

/**
 * The content's body, by type.
 *
 * @param title of the item, for the video's name
 * @param problems by field of the body
 */
export function BodyFields({
  title,
  body,
  problems,
  onChange,
}: {
  title: string
  body: ContentBody
  problems: WritingProblems
  onChange(body: ContentBody): void
}) {
  const id = useId()
  const problem = body.type === 'article' ? Object.values(problems)[0] : problems['']
  return (
    <>
      <FieldsOfType title={title} body={body} problems={problems} onChange={onChange} />
      {problem && <FieldError id={id}>{problem}</FieldError>}
    </>
  )
}

function FieldsOfType({
  title,
  body,
  problems,
  onChange,
}: {
  title: string
  body: ContentBody
  problems: WritingProblems
  onChange(body: ContentBody): void
}) {
  const id = useId()
  switch (body.type) {
    case 'article':
      return (
        <>
          <h2 id={id} className="sr-only">
            {texts.body}
          </h2>
          <Suspense
            fallback={
              <Loading>
                <Skeleton className="h-96" />
              </Loading>
            }
          >
            <ArticleEditor
              document={body.document}
              labelledBy={id}
              onChange={(document) => onChange({ type: 'article', document })}
            />
          </Suspense>
        </>
      )
    case 'video':
      return <VideoFields title={title} body={body} problems={problems} onChange={onChange} />
    case 'pdf':
      return (
        <FileField
          label={texts.fields.pdf}
          error={problems.fileId}
          kind="content_pdf"
          fileId={body.fileId}
          onChange={(fileId) => onChange({ type: 'pdf', fileId })}
        >
          {body.fileId && <PdfFile fileId={body.fileId} />}
        </FileField>
      )
    case 'presentation':
      return <PresentationFields body={body} problems={problems} onChange={onChange} />
    case 'image':
      return (
        <div className="space-y-6">
          <FileField
            label={texts.fields.image}
            error={problems.fileId}
            kind="content_picture"
            fileId={body.fileId}
            onChange={(fileId) => onChange({ ...body, fileId })}
          >
            <PictureOf fileId={body.fileId} alt={body.alt} />
          </FileField>
          <Field
            label={texts.fields.alt}
            hint={texts.fields.altHint}
            {...(problems.alt && { error: problems.alt })}
          >
            {(control) => (
              <Input
                {...control}
                value={body.alt}
                onChange={({ target }) => onChange({ ...body, alt: target.value })}
              />
            )}
          </Field>
        </div>
      )
  }
}

function VideoFields({
  title,
  body,
  problems,
  onChange,
}: {
  title: string
  body: BodyOf<'video'>
  problems: WritingProblems
  onChange(body: BodyOf<'video'>): void
}) {
  const { fileId, captionsFileId, posterFileId } = body
  // content stored before embeds existed
  const embed = body.embed ?? null
  const { fields } = texts
  return (
    <div className="space-y-6">
      {embed ? (
        <EmbedShown
          video={embed}
          title={title}
          error={problems.embed}
          onRemove={() => onChange({ ...body, embed: null, durationSeconds: null })}
        />
      ) : (
        <>
          <FileField
            label={fields.video}
            error={problems.fileId}
            kind="content_video"
            fileId={fileId}
            onChange={(changed) => onChange({ ...body, fileId: changed, durationSeconds: null })}
          >
            {fileId && (
              <VideoPlayer
                key={`${fileId} ${captionsFileId} ${posterFileId}`}
                fileId={fileId}
                title={title}
                captionsFileId={captionsFileId}
                posterFileId={posterFileId}
                onDuration={(seconds) => {
                  if (seconds !== body.durationSeconds) onChange({ ...body, durationSeconds: seconds })
                }}
              />
            )}
          </FileField>
          {fileId === null && <EmbedField onSet={(video) => onChange({ ...body, embed: video })} />}
        </>
      )}
      {!embed && (
        <>
          <FileField
            label={fields.captions}
            hint={fields.captionsHint}
            error={problems.captionsFileId}
            kind="content_captions"
            fileId={captionsFileId}
            onChange={(changed) => onChange({ ...body, captionsFileId: changed })}
          >
            <NamedFile icon={Subtitles}>{fields.captions}</NamedFile>
          </FileField>
          <FileField
            label={fields.poster}
            error={problems.posterFileId}
            kind="content_picture"
            fileId={posterFileId}
            onChange={(changed) => onChange({ ...body, posterFileId: changed })}
          >
            <PictureOf fileId={posterFileId} alt="" />
          </FileField>
        </>
      )}
      <Field
        label={fields.transcript}
        hint={fields.transcriptHint}
        isOptional
        {...(problems.transcript && { error: problems.transcript })}
      >
        {(control) => (
          <Textarea
            rows={8}
            {...control}
            value={body.transcript}
            onChange={({ target }) => onChange({ ...body, transcript: target.value })}
          />
        )}
      </Field>
    </div>
  )
}

export function PictureOf({ fileId, alt }: { fileId: string | null; alt: string }) {
  const url = useFileLinks(fileId ? [fileId] : []).get(fileId ?? '')
  return <StoredPicture url={url} alt={alt} className="max-h-72 rounded-control object-contain" />
}

function PdfFile({ fileId }: { fileId: string }) {
  const slug = useClinicSlug()
  const { data } = useQuery(pdfQuery(slug, fileId))
  const { fields } = texts
  return (
    <>
      <NamedFile icon={FileText}>
        {data?.state === 'ready' ? `${fields.pdf}, ${fields.pdfDrawn(data.pages.length)}` : fields.pdf}
      </NamedFile>
      {data?.state === 'waiting' && (
        <p role="status" className="text-form text-muted">
          {fields.pdfWaiting}
        </p>
      )}
      {data?.state === 'refused' && (
        <Notice tone="warning">
          <p>{fields.pdfRefused[data.reason]}</p>
        </Notice>
      )}
    </>
  )
}
