import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type RoomForm, saveRoomInput } from '#domain/appointments/scheduling.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { schedulingPageTexts } from '#domain/texts/scheduling.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors } from '#web/components/form/use-plain-form.ts'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import type { ActionInput } from '#web/lib/fetch/actions.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { roomsQuery } from '../booking/queries.ts'
import { SettingRow } from './setting-row.tsx'
import { useSchedulingSave } from './use-scheduling-save.ts'

const page = schedulingPageTexts
const texts = page.rooms

/** Adds, renames and closes rooms. Most clinics have none. */
export function RoomSettings({ slug }: { slug: string }) {
  const rooms = useQuery(roomsQuery(slug))
  const [open, setOpen] = useState<RoomForm | null>(null)
  return (
    <SectionCard
      id={settingsCardIds.rooms}
      title={texts.title}
      actions={
        <Button
          variant="outline"
          size="small"
          onClick={() => setOpen({ version: 0, name: '', isActive: true })}
        >
          <Plus aria-hidden />
          {texts.add}
        </Button>
      }
    >
      <p className="-mt-2 mb-4 text-form text-muted">{texts.lead}</p>
      {rooms.isPending ? (
        <Skeleton className="h-16 rounded-control" />
      ) : !rooms.data ? (
        <ErrorState title={page.failed} onRetry={() => void rooms.refetch()} />
      ) : rooms.data.length === 0 ? (
        <p className="text-form text-muted">{texts.none}</p>
      ) : (
        <ul className="divide-y divide-line">
          {rooms.data.map((room) => (
            <SettingRow
              key={room.id}
              name={room.name}
              summary={room.isActive ? texts.isActive : texts.retired}
              isActive
              onChange={() =>
                setOpen({ roomId: room.id, version: room.version, name: room.name, isActive: room.isActive })
              }
            />
          ))}
        </ul>
      )}
      {open && (
        <GuardedDialog
          isOpen
          onOpenChange={(isOpen) => isOpen || setOpen(null)}
          title={open.roomId ? page.changeOf(open.name) : texts.addTitle}
        >
          <RoomFields slug={slug} room={open} onClose={() => setOpen(null)} />
        </GuardedDialog>
      )}
    </SectionCard>
  )
}

function RoomFields({ slug, room, onClose }: { slug: string; room: RoomForm; onClose(): void }) {
  const form = useSchemaForm<RoomForm>(saveRoomInput, room)
  const save = useSchedulingSave(
    slug,
    (input: ActionInput<'save-room'>, confirmed) => callFunction('save-room', { ...input, ...confirmed }),
    (error) => error instanceof ApiError && showFieldErrors(form, error.fields),
  )
  const { register, formState, handleSubmit, setValue, watch } = form
  return (
    <form
      noValidate
      onSubmit={handleSubmit((values) => save.mutateAsync(values).then(onClose, () => undefined))}
    >
      <Field label={texts.name} error={formState.errors.name?.message}>
        {(control) => <Input {...control} {...register('name')} />}
      </Field>
      {room.roomId && (
        <div className="mt-5">
          <label htmlFor="room-is-active" className="flex items-center gap-3">
            <Checkbox
              id="room-is-active"
              aria-describedby="room-is-active-hint"
              checked={watch('isActive')}
              onChange={(event) => setValue('isActive', event.target.checked, { shouldDirty: true })}
            />
            {texts.isActive}
          </label>
          <p id="room-is-active-hint" className="mt-2 text-note text-muted">
            {texts.isActiveHint}
          </p>
        </div>
      )}
      <DialogActions>
        <Button variant="outline" onClick={onClose}>
          {page.cancel}
        </Button>
        <SubmitButton isBusy={save.isPending} busyText={page.saving}>
          {page.save}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}
