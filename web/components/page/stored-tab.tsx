import { type ReactNode, useRef } from 'react'
import { TabsContent } from '../ui/tabs.tsx'

/** A tab that keeps what was typed in it: loaded when it is first opened, hidden while another is open. */
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
