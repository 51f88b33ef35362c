import { Eye, Pencil, Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { contentTexts } from '#domain/texts/content.ts'
import { ContentView } from '#web/components/article/content-view.tsx'
import { Field } from '#web/components/form/field.tsx'
import { LeaveGuard } from '#web/components/form/leave-guard.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { CategoryField } from './category-field.tsx'
import { StatusBadge } from './content-badges.tsx'
import { ContentFacts } from './content-facts.tsx'
import { BodyFields, PictureOf } from './editor/body-fields.tsx'
import { ConflictChoice } from './editor/conflict-choice.tsx'
import { SaveLine } from './editor/save-line.tsx'
import { useWriting } from './editor/use-writing.ts'
import { problemsWithin } from './editor/writing-problems.ts'
import { FileField } from './file-field.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { readWorkingCopy, type WorkingCopy } from './queries.ts'

const texts = contentTexts.editor

/**
 * Edits and previews content: it is saved automatically and published on request.
 *
 * @param actions further actions on published content
 * @param onShowTheirs restarts with the version saved by another editor
 */
export function ContentEditor({
  item,
  clinic,
  actions,
  onShowTheirs,
}: {
  item: WorkingCopy
  clinic: Clinic
  actions?: ReactNode
  onShowTheirs(theirs: WorkingCopy): void
}) {
  const may = useCan()
  const refresh = useRefreshClinic()
  const [query, setQuery] = useSearchParams()
  const [publishing, setPublishing] = useState<WorkingCopy | null>(null)
  const { writing, state, problems, reason, saved, theirs, change, flush, replaceTheirs } = useWriting(item)
  const isWriter = may('content:write')
  const isPreview = !isWriter || query.get('preview') !== null
  const isChanged = item.hasUnpublishedChanges || saved.version > item.version
  const canPublish = item.status === 'draft' || (item.status === 'published' && isChanged)

  const showPreview = (isOn: boolean) =>
    setQuery(
      (now) => {
        if (isOn) now.set('preview', 'yes')
        else now.delete('preview')
        return now
      },
      { replace: true },
    )

  async function askToPublish(): Promise<void> {
    if (!(await flush())) return
    try {
      setPublishing(await readWorkingCopy(item.id))
    } catch (error) {
      toast.error(contentTexts.statusFailed, describeRefusal(error, contentTexts.tryAgain))
    }
  }

  return (
    <>
      <LeaveGuard isDirty={state !== 'saved'} />
      <PageHeading
        title={texts.pageTitle}
        site={clinic.name}
        lead={
          <span className="flex flex-wrap items-center gap-3">
            <StatusBadge status={item.status} />
            <span>{contentTexts.types[item.type]}</span>
            {item.isUncheckedExample && <Badge tone="warning">{contentTexts.uncheckedExample}</Badge>}
            {item.status === 'published' && isChanged && (
              <Badge tone="info">{contentTexts.unpublishedChanges}</Badge>
            )}
            {isWriter && (
              <SaveLine state={state} savedAt={saved.savedAt} reason={reason} onRetry={() => void flush()} />
            )}
          </span>
        }
        actions={
          isWriter && (
            <>
              {actions}
              <Button variant="outline" onClick={() => void flush().then(() => showPreview(!isPreview))}>
                {isPreview ? <Pencil aria-hidden /> : <Eye aria-hidden />}
                {isPreview ? texts.closePreview : texts.preview}
              </Button>
              {canPublish && (
                <Button
                  disabled={state === 'conflict' || state === 'invalid'}
                  onClick={() => void askToPublish()}
                >
                  <Send aria-hidden />
                  {item.status === 'draft' ? texts.publish : texts.publishChanges}
                </Button>
              )}
            </>
          )
        }
      >
        <span className="break-words">{writing.title}</span>
      </PageHeading>
      <div className="mt-8 space-y-6">
        {theirs && (
          <ConflictChoice
            theirs={theirs}
            onShowTheirs={() => onShowTheirs(theirs)}
            onSaveMine={replaceTheirs}
          />
        )}
        {isPreview ? (
          <Preview itemId={item.id} isWriter={isWriter} writing={writing} />
        ) : (
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <Card>
              <BodyFields
                title={writing.title}
                body={writing.body as WorkingCopy['body']}
                problems={problemsWithin(problems, 'body')}
                onChange={(body) => change({ body })}
              />
            </Card>
            <Card className="space-y-5">
              <CardTitle>{texts.details}</CardTitle>
              <Field label={contentTexts.form.title} {...(problems.title && { error: problems.title })}>
                {(control) => (
                  <Input
                    {...control}
                    value={writing.title}
                    onChange={({ target }) => change({ title: target.value })}
                  />
                )}
              </Field>
              <CategoryField
                value={writing.category}
                error={problems.category}
                onChange={(category) => change({ category })}
              />
              <Field
                label={contentTexts.form.description}
                isOptional
                hint={contentTexts.form.descriptionHint}
                {...(problems.description && { error: problems.description })}
              >
                {(control) => (
                  <Textarea
                    rows={4}
                    {...control}
                    value={writing.description}
                    onChange={({ target }) => change({ description: target.value })}
                  />
                )}
              </Field>
              <FileField
                label={texts.cover}
                hint={texts.coverHint}
                error={problems.coverFileId}
                kind="content_picture"
                fileId={writing.coverFileId}
                onChange={(coverFileId) => change({ coverFileId })}
              >
                <PictureOf fileId={writing.coverFileId} alt="" />
              </FileField>
              <ContentFacts item={item} minutes={saved.readMinutes} />
            </Card>
          </div>
        )}
      </div>
      {publishing && (
        <PublishDialog
          item={publishing}
          isOpen
          onClose={() => setPublishing(null)}
          onPublished={() => void refresh()}
        />
      )}
    </>
  )
}

function Preview({
  itemId,
  isWriter,
  writing,
}: {
  itemId: string
  isWriter: boolean
  writing: Pick<WorkingCopy, 'title' | 'description'> & { body: unknown }
}) {
  return (
    <div className="mx-auto max-w-180">
      <p className="mb-4 text-form text-muted">{isWriter ? texts.previewNote : texts.readOnly}</p>
      <Card>
        <h2 className="font-display text-h2 font-medium break-words">{writing.title}</h2>
        {writing.description && <p className="mt-2 text-lead text-muted">{writing.description}</p>}
        <div className="mt-6">
          <ContentView
            itemId={itemId}
            isDraft
            title={writing.title}
            body={writing.body as WorkingCopy['body']}
          />
        </div>
      </Card>
    </div>
  )
}
