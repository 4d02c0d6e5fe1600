const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as it is written into an element or a quoted attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** Markup in which every value is escaped. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Markup | string | number | false | null | undefined | readonly Value[]

/** The markup of a template; values that are not markup themselves are texts. */
export function html(template: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(template.map((text, at) => text + written(values[at])).join(''))
}

function written(value: Value): string {
  if (Array.isArray(value)) return value.map(written).join('')
  if (value instanceof Markup) return value.text
  return value === false || value === null || value === undefined ? '' : escaped(String(value))
}
