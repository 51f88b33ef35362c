import * as Slot from '@radix-ui/react-slot'
import {
  type ComponentProps,
  type ComponentType,
  createContext,
  createElement,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useDeferredValue,
  useState,
} from 'react'
import { loadPart } from '#web/lib/page/page-chunks.ts'

interface RootProps {
  open?: boolean
  onOpenChange?(open: boolean): void
  children?: ReactNode
}

interface TriggerProps {
  asChild: true
  children?: ReactNode
}

// biome-ignore lint/suspicious/noExplicitAny: each part has props of another type
type Parts = Record<string, ComponentType<any>>

interface Layer {
  Root: ComponentType<RootProps & { defaultOpen?: boolean }>
  Trigger: ComponentType<TriggerProps>
}

const Opener = createContext<(() => void) | null>(null)

const preloads = new Set<() => void>()

/** Registers code for `loadLayers`. @returns loads it; a failure is ignored, since opening retries */
export function addPreload(load: () => Promise<unknown>): () => void {
  const preload = () => void loadPart(load, null).catch(() => {})
  preloads.add(preload)
  return preload
}

/** Loads the page's layers, so that the first press opens one at once. */
export function loadLayers(): void {
  for (const preload of preloads) preload()
}

/** True once it was open. Deferred: React shows the previous content until the code has loaded. */
export function useWasOpen(open: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(open)
  if (open && !wasOpen) setWasOpen(true)
  return useDeferredValue(wasOpen, false)
}

/**
 * Loads the code of a component, such as a dialog with its form, when it opens or when the page is idle (`loadLayers`).
 *
 * @param Loading shown meanwhile
 */
export function drawnLate<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Loading?: ComponentType<Props>,
) {
  addPreload(load)
  const Part = lazy(() => loadPart(load)) as unknown as ComponentType<Props>
  return (props: Props) => (
    <Suspense fallback={Loading && <Loading {...props} />}>
      <Part {...props} />
    </Suspense>
  )
}

/**
 * A dialog, menu or popover whose code is loaded when it opens, when its trigger has pointer or focus, or when the page
 * is idle (`loadLayers`). Until then the trigger is a plain button.
 */
export function lateLayer<Loaded extends Layer & Parts>(
  popup: 'dialog' | 'menu',
  load: () => Promise<Loaded>,
) {
  const preload = addPreload(load)
  let parts: Loaded | null = null
  const LoadedRoot = lazy(async () => {
    parts = await loadPart(load)
    return { default: parts.Root as Layer['Root'] }
  })

  function part<Name extends keyof Loaded>(name: Name) {
    return (props: ComponentProps<Loaded[Name]>) =>
      parts ? createElement<typeof props>(parts[name] as ComponentType<typeof props>, props) : null
  }

  function Root({ open, onOpenChange, children }: RootProps) {
    const [isAsked, setAsked] = useState(false)
    const wasOpen = useWasOpen(open ?? isAsked)

    function ask(): void {
      onOpenChange?.(true)
      setAsked(true)
    }

    if (!wasOpen) return <Opener value={ask}>{children}</Opener>
    return (
      <LoadedRoot {...(open === undefined ? { defaultOpen: true } : { open })} onOpenChange={onOpenChange}>
        <Opener value={null}>{children}</Opener>
      </LoadedRoot>
    )
  }

  const LoadedTrigger = part('Trigger') as ComponentType<TriggerProps>
  function Trigger({ children }: TriggerProps) {
    const open = useContext(Opener)
    if (!open) return <LoadedTrigger asChild>{children}</LoadedTrigger>
    return (
      <Slot.Root
        aria-haspopup={popup}
        aria-expanded={false}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
        onKeyDown={(event: KeyboardEvent) => {
          if (popup !== 'menu' || event.key !== 'ArrowDown') return
          event.preventDefault()
          open()
        }}
      >
        {children}
      </Slot.Root>
    )
  }

  const LoadedContent = part('Content')
  function Content(props: ComponentProps<Loaded['Content']>) {
    return useContext(Opener) ? null : <LoadedContent {...props} />
  }

  return { Root, Trigger, Content, part }
}
