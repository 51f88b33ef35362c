import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { contentTypes } from '#domain/content/body.ts'
import { type CreateContent, createContentInput } from '#domain/content/content.ts'
import { contentTexts } from '#domain/texts/content.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors } from '#web/components/form/use-plain-form.ts'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { TierNotice } from '#web/components/tier-notice.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { useLackingFeatures } from '#web/lib/clinic/lacking-features.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import { CategoryField } from './category-field.tsx'

const texts = contentTexts.form

/** 'Create Content' (docs/specification.md B2.13). @param children the button that opens it */
export function CreateDialog({
  isOpen,
  onOpenChange,
  onCreated,
  children,
}: {
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
  onCreated(itemId: string): void
  children: ReactNode
}) {
  return (
    <GuardedDialog isOpen={isOpen} onOpenChange={onOpenChange} trigger={children} title={contentTexts.create}>
      <CreateForm onCancel={() => onOpenChange(false)} onCreated={onCreated} />
    </GuardedDialog>
  )
}

function CreateForm({ onCancel, onCreated }: { onCancel(): void; onCreated(itemId: string): void }) {
  const refresh = useRefreshClinic()
  const lacksPresentations = useLackingFeatures().includes('advanced_education')
  const form = useSchemaForm<CreateContent>(createContentInput, {
    title: '',
    type: 'article',
    category: '',
    description: '',
  })
  const { register, watch, setValue, handleSubmit, formState } = form
  const create = useMutation({
    mutationFn: (input: CreateContent) => callFunction('create-content', input),
    onSuccess: ({ itemId }) => {
      toast.success(contentTexts.created, { description: contentTexts.createdDetail })
      onCreated(itemId)
      void refresh()
    },
    onError: (error) => {
      if (error instanceof ApiError) showFieldErrors(form, error.fields)
    },
  })
  const { errors } = formState
  return (
    <form noValidate className="space-y-5" onSubmit={handleSubmit((input) => create.mutate(input))}>
      {create.error && (
        <Notice tone="danger" title={contentTexts.createFailed}>
          <p>{refusalSentence(create.error) ?? contentTexts.tryAgain}</p>
        </Notice>
      )}
      <Field label={texts.title} {...(errors.title?.message && { error: errors.title.message })}>
        {(control) => <Input {...control} {...register('title')} />}
      </Field>
      <Field label={texts.type} {...(errors.type?.message && { error: errors.type.message })}>
        {(control) => (
          <Select {...control} {...register('type')}>
            {contentTypes.map((type) => (
              <option key={type} value={type} disabled={type === 'presentation' && lacksPresentations}>
                {contentTexts.types[type]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {lacksPresentations && <TierNotice feature="advanced_education" />}
      <CategoryField
        value={watch('category')}
        error={errors.category?.message}
        onChange={(category) => setValue('category', category, { shouldDirty: true, shouldValidate: true })}
      />
      <Field
        label={texts.description}
        isOptional
        hint={texts.descriptionHint}
        {...(errors.description?.message && { error: errors.description.message })}
      >
        {(control) => <Textarea rows={3} {...control} {...register('description')} />}
      </Field>
      <DialogActions>
        <Button variant="outline" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <SubmitButton isBusy={create.isPending} busyText={texts.creating}>
          {texts.createDraft}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}
