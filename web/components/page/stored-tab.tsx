import { type ReactNode, useRef } from 'react'
import { TabsContent } from '../ui/tabs.tsx'

/** A tab that preserves its input: loaded when first opened, then only hidden. */
export function KeptTab({
  value,
  isOpen,
  children,
}: {
  value: string
  isOpen: boolean
  children: ReactNode
}) {
  const wasOpen = useRef(false)
  wasOpen.current ||= isOpen
  return (
    <TabsContent value={value} forceMount className="data-[state=inactive]:hidden">
      {wasOpen.current && children}
    </TabsContent>
  )
}
