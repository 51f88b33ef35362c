import * as Primitive from '@radix-ui/react-dialog'
import { useQuery } from '@tanstack/react-query'
import { Search, UserRound } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { personPath } from '#domain/paths.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { cn } from '#web/components/ui/class-names.ts'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { useSettled } from '#web/lib/hooks/use-settled.ts'
import { matchingGroups, type PaletteGroup, type PaletteOption } from './palette-options.ts'

const texts = shellTexts.palette
/** The server requires two letters. */
const shortestSearch = 2

/**
 * Search (docs/look.md "Pages"). A combobox with an open list: arrows, Home and End move, Enter opens, Escape closes.
 */
export default function CommandPalette({
  slug,
  groups,
  findsPeople,
  typed,
  onType,
  onClose,
}: {
  slug: string
  groups: readonly PaletteGroup[]
  findsPeople: boolean
  typed: string
  onType(text: string): void
  onClose(): void
}) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<string | null>(null)
  const people = usePeople(slug, findsPeople ? typed.trim() : '')
  const shown = [...people.groups, ...matchingGroups(groups, typed)]
  const options = shown.flatMap((group) => group.options)
  // the highlighted option while it is offered, else the first
  const active = options.find((option) => option.id === chosen) ?? options[0]

  useEffect(() => {
    if (active) document.getElementById(`${id}-${active.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])

  function open(option: PaletteOption): void {
    onClose()
    void navigate(withClinic(option.path))
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
            {people.isBusy && <Spinner />}
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
            {people.isFailed ? texts.failed : options.length === 0 && !people.isBusy ? texts.nothing : null}
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
      <span className="min-w-0 truncate">{label}</span>
      {note && <span className="ml-auto min-w-0 truncate pl-3 text-note text-muted">{note}</span>}
    </div>
  )
}

/** People from the server, debounced: each search is a recorded read. */
function usePeople(slug: string, typed: string) {
  const asked = useSettled(typed)
  const search = useQuery({
    queryKey: clinicKey(slug, 'search-people', asked),
    enabled: asked.length >= shortestSearch,
    staleTime: 30_000,
    queryFn: () => callFunction('search-people', { text: asked }),
  })
  const found = asked === typed ? (search.data?.people ?? []) : []
  const options = found.map(
    ({ id, name, email, role }): PaletteOption => ({
      id,
      label: name,
      note: email ?? membershipTexts.roles[role],
      icon: UserRound,
      path: personPath(id),
    }),
  )
  return {
    groups: options.length > 0 ? [{ title: texts.people, options }] : [],
    isBusy: typed.length >= shortestSearch && (asked !== typed || search.isFetching),
    isFailed: search.isError,
  }
}
