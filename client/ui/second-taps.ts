/** A person taps twice within this time. */
const WITHIN_MS = 500
const WITHIN_PX = 24

interface Tap {
  control: Element | null
  event: MouseEvent
}

/**
 * Ignores the second tap of a double tap where the first has brought another control to its place: it was not meant for
 * that one. In a row, the button that adds a dish becomes the one that adds another: there each tap counts. Below
 * `data-taps="single"`, none does: a card's button becomes its next step. Clicks of a mouse are counted by the browser.
 * @param isOn whether the rule holds on this page
 * @returns a function that ends this
 */
export function ignoreSecondTaps(isOn: () => boolean): () => void {
  const listening = new AbortController()
  const options = { signal: listening.signal, capture: true }
  let pointer: string | undefined
  let last: Tap | undefined
  const press = ({ pointerType }: PointerEvent) => {
    pointer = pointerType
  }
  addEventListener('pointerdown', press, options)
  const check = (event: MouseEvent) => {
    // A label also clicks its field, and a key a button: neither is a tap.
    if (pointer === undefined) return
    const isCounted = pointer === 'touch' || event.detail > 1
    pointer = undefined
    const target = event.target as Element
    const isSingle = target.closest('[data-taps=single]')
    const control = isSingle ? target : (target.closest('li') ?? target.closest('button, a, label, summary, [role]'))
    const before = last
    last = { control, event }
    if (!isCounted || !before || (before.control === control && !isSingle) || !isOn()) return
    const distance = Math.hypot(event.clientX - before.event.clientX, event.clientY - before.event.clientY)
    if (event.timeStamp - before.event.timeStamp > WITHIN_MS || distance > WITHIN_PX) return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', check, options)
  return () => listening.abort()
}
