import * as Primitive from '@radix-ui/react-dialog'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { lacksDigits } from '#domain/memberships/member-list.ts'
import type { Permission } from '#domain/permissions.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { cn } from '#web/components/ui/class-names.ts'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { matchingGroups, type PaletteGroup, type PaletteOption } from './palette-options.ts'
import { usePeople, useRecentPeople, useRecords } from './palette-records.ts'

const texts = shellTexts.palette

/** The address of an option. A dialog of this page is added to the address, so that view and filters stay. */
function addressOf({ path, isDialog }: PaletteOption): [path: string, replaces: boolean] {
  const to = new URL(withClinic(path), location.origin)
  if (!isDialog || to.pathname !== location.pathname) return [withClinic(path), false]
  const query = new URLSearchParams(location.search)
  for (const [name, value] of to.searchParams) query.set(name, value)
  return [`${to.pathname}?${query}`, true]
}

/**
 * Search (docs/look.md "Pages"). A combobox with an open list: arrows, Home and End move, Enter opens, Escape closes.
 */
export default function CommandPalette({
  slug,
  userId,
  may,
  groups,
  cards,
  typed,
  onType,
  onClose,
}: {
  slug: string
  userId: string
  may(permission: Permission): boolean
  groups: readonly PaletteGroup[]
  /** found by a search only */
  cards: PaletteGroup
  typed: string
  onType(text: string): void
  onClose(): void
}) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<string | null>(null)
  const findsPeople = may('patients:read')
  const search = typed.trim()
  const people = usePeople(slug, findsPeople ? search : '')
  const recent = useRecentPeople(slug, userId, findsPeople && search === '')
  const records = useRecords(slug, search, may)
  const isBusy = people.isBusy || records.isBusy
  const shown = [
    ...recent,
    ...people.groups,
    ...matchingGroups(search ? [...groups, cards] : groups, typed),
    ...records.groups,
  ]
  const options = shown.flatMap((group) => group.options)
  // the highlighted option while it is offered, else the first
  const active = options.find((option) => option.id === chosen) ?? options[0]

  useEffect(() => {
    if (active) document.getElementById(`${id}-${active.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  function open(option: PaletteOption): void {
    onClose()
    const [path, replace] = addressOf(option)
    void navigate(path, { replace })
  }

  function onKeyDown(event: KeyboardEvent): void {
    const place = active ? options.indexOf(active) : -1
    const last = options.length - 1
    const places: Record<string, number> = {
      ArrowDown: place === last ? 0 : place + 1,
      ArrowUp: place <= 0 ? last : place - 1,
      Home: 0,
      End: last,
    }
    const next = places[event.key]
    // in a non-empty field, Home and End move the caret
    if (next !== undefined && !(typed && ['Home', 'End'].includes(event.key))) {
      event.preventDefault()
      setChosen(options[next]?.id ?? null)
    } else if (event.key === 'Enter' && active && !event.nativeEvent.isComposing) {
      event.preventDefault()
      open(active)
    }
  }

  return (
    <Primitive.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="veil" />
        <Primitive.Content
          className="layer dialog palette"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            // the dialog would select letters typed while it loaded
            event.preventDefault()
            field.current?.focus()
            field.current?.setSelectionRange(typed.length, typed.length)
          }}
        >
          <Primitive.Title className="sr-only">{texts.title}</Primitive.Title>
          <div className="palette-field">
            <Search aria-hidden className="size-5 flex-none text-muted" />
            <input
              ref={field}
              role="combobox"
              aria-label={texts.field}
              aria-expanded="true"
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              {...(active ? { 'aria-activedescendant': `${id}-${active.id}` } : {})}
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              placeholder={findsPeople ? texts.placeholder : texts.placeholderPages}
              value={typed}
              onChange={(event) => {
                onType(event.target.value)
                setChosen(null)
              }}
              onKeyDown={onKeyDown}
            />
            {isBusy && <Spinner />}
          </div>
          <div id={`${id}-list`} role="listbox" aria-label={texts.title} className="palette-list">
            {shown.map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of options inside a listbox
              <div key={group.title} role="group" aria-label={group.title}>
                <p aria-hidden className="px-3 pt-3 pb-1 text-note text-muted">
                  {group.title}
                </p>
                {group.options.map((option) => (
                  <Option
                    key={option.id}
                    id={`${id}-${option.id}`}
                    option={option}
                    isActive={option === active}
                    onPoint={() => setChosen(option.id)}
                    onOpen={() => open(option)}
                  />
                ))}
              </div>
            ))}
          </div>
          <p role="status" className="px-4 py-2 text-form text-muted empty:hidden">
            {people.isFailed || records.isFailed
              ? texts.failed
              : findsPeople && lacksDigits(search)
                ? membershipTexts.filters.searchHint
                : options.length === 0 && !isBusy
                  ? texts.nothing
                  : null}
          </p>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

function Option({
  id,
  option: { icon: Icon, label, note },
  isActive,
  onPoint,
  onOpen,
}: {
  id: string
  option: PaletteOption
  isActive: boolean
  onPoint(): void
  onOpen(): void
}) {
  return (
    // the field has focus and keys; a pointer can click
    // biome-ignore lint/a11y/useFocusableInteractive: the combobox points at its option
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter is handled by the combobox
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={cn('menu-item', isActive && 'bg-tint')}
      onPointerMove={onPoint}
      onClick={onOpen}
    >
      <Icon aria-hidden />
      <span className={cn('truncate', note ? 'max-w-3/5 flex-none' : 'min-w-0')}>{label}</span>
      {note && <span className="ml-auto min-w-0 truncate pl-3 text-note text-muted">{note}</span>}
    </div>
  )
}
