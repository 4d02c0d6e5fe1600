import { balls, bottle, liqueurGlass, mound, rolls, sausages, shot } from './shapes.ts'

/** A recoloured icon of Fluent Emoji Flat, or the project's own drawing. */
type Painted = { base: string; colours: Record<string, string>; body?: undefined } | { base?: undefined; body: string }

const recoloured = (base: string, colours: Record<string, string>): Painted => ({ base, colours })
const drawn = (body: string): Painted => ({ body })

const wine = (dark: string, light: string) => recoloured('wine-glass', { '#bb1d80': dark, '#ff6dc6': light })
const juice = (colour: string) => recoloured('glass-of-milk', { '#f3eef8': colour })
const beer = (dark: string, light: string) =>
  recoloured('beer-mug', { '#f9c23c': dark, '#fcd53f': light, '#ff9f2e': light })
const longDrink = (colour: string, drops: string) =>
  recoloured('tropical-drink', { '#ff6723': colour, '#ffb02e': drops })
const cake = (bottom: string, cream: string, top: string) =>
  recoloured('shortcake', { '#e19747': bottom, '#ffdea7': cream, '#f8312f': top })
const mould = (side: string, shade: string, top: string, light: string) =>
  recoloured('custard', { '#f3ad61': side, '#e39d89': shade, '#a56953': top, '#ffdea7': light })
const fish = (body: string, fins: string) => recoloured('fish', { '#00a6ed': body, '#0074ba': fins })
const tea = (bag: string) => recoloured('teacup-without-handle', { '#86d72f': bag, '#a7a8b7': '#c9d3d6' })

/** Icons that the emoji set does not contain: more wines, more fish, and Romanian dishes. */
export const paintedIcons: Record<string, Painted> = {
  'white-wine': wine('#efd98a', '#faf0c8'),
  'green-wine': wine('#e3dd8c', '#f5f2c9'),
  'rose-wine': wine('#f2899f', '#fbc6d0'),
  'red-wine': wine('#8c1a3a', '#c4566f'),
  'dessert-wine': wine('#dfa32f', '#f4d58a'),
  'mulled-wine': recoloured('hot-beverage', { '#7d4533': '#8c1a3a' }),
  'white-bottle': drawn(bottle('#8a9a4b', '#c9b458', '#fdf6e3')),
  'gold-bottle': drawn(bottle('#6f8b3d', '#e0c36a', '#fff3c9')),
  'rose-bottle': drawn(bottle('#f0a3ae', '#d65c78', '#fff1f0')),
  'red-bottle': drawn(bottle('#3d2530', '#9c1f3f', '#f8ecd9')),
  'reserve-bottle': drawn(bottle('#2b2326', '#b08a3c', '#efe0c0')),
  'tonic-bottle': drawn(bottle('#bfe3ea', '#f2c230', '#ffffff')),
  'still-bottle': drawn(bottle('#9fd4f2', '#1f6fb5', '#ffffff')),
  'sparkling-bottle': drawn(bottle('#4fae8c', '#1d7a5c', '#e9fff6')),
  'cola-bottle': drawn(bottle('#4a261a', '#d92b2b', '#d92b2b')),
  'dark-bottle': drawn(bottle('#3b2417', '#d9a441', '#f3dfb6')),
  'ipa-bottle': drawn(bottle('#7a4520', '#2f7d4f', '#f4e9cf')),
  'cider-bottle': drawn(bottle('#b98a2f', '#4f8f2f', '#f3f7dc')),

  'wheat-beer': beer('#f3b64a', '#fbdc93'),
  'dark-beer': beer('#5b3219', '#8a5328'),
  'cherry-beer': beer('#a6243a', '#d6566a'),
  'lemon-beer': beer('#f7dc6a', '#fdf0ae'),
  'pale-beer': beer('#f6cf55', '#fbe38f'),

  lemonade: longDrink('#f7e06a', '#fff6c2'),
  'raspberry-lemonade': longDrink('#ee5d7f', '#ffb3c4'),
  'elder-drink': juice('#f2ecb4'),
  'orange-juice': juice('#ff9d2e'),
  'carrot-juice': juice('#f2742e'),
  'peach-tea': juice('#d98a45'),
  'cherry-compote': juice('#c22840'),
  'iced-coffee': recoloured('bubble-tea', {
    '#f3ad61': '#b98a63',
    '#8c5543': '#7a4a30',
    '#8d65c5': '#b4410e',
    '#bca4eb': '#f08a55',
  }),
  'bitter-orange': longDrink('#f26b21', '#ffb36b'),
  hugo: longDrink('#e6efb0', '#8fc25a'),
  'gin-tonic': recoloured('tumbler-glass', { '#d3883e': '#d8eef0' }),
  'sea-buckthorn-sour': recoloured('cocktail-glass', { '#c3ef3c': '#ffb02e' }),
  negroni: recoloured('tumbler-glass', { '#d3883e': '#c8321f' }),
  'tuica-glass': drawn(shot('#f3e3a8')),
  'palinca-glass': drawn(shot('#f0c98a')),
  'cherry-glass': drawn(liqueurGlass('#a31d36')),

  espresso: recoloured('hot-beverage', { '#7d4533': '#3d2014' }),
  cappuccino: recoloured('hot-beverage', { '#7d4533': '#e2c09a' }),
  'flat-white': recoloured('hot-beverage', { '#7d4533': '#c89568' }),
  latte: juice('#cda27a'),
  'hot-chocolate': recoloured('hot-beverage', { '#7d4533': '#5a2c1b', '#9b9b9b': '#b8908a' }),
  'herb-tea': tea('#6fae3c'),
  'black-tea': tea('#a8642e'),

  plum: recoloured('peach', { '#ff822d': '#6a3d8f', '#ff6723': '#532c75' }),
  apricot: recoloured('peach', { '#ff822d': '#ffb04a', '#ff6723': '#f48a2b' }),
  'sour-cherries': recoloured('cherries', { '#f8312f': '#a3182f' }),
  raspberries: recoloured('blueberries', {
    '#6b438b': '#c2264b',
    '#8d65c5': '#e0456a',
    '#aa7de5': '#ee6f8e',
    '#533566': '#97183a',
    '#bca4eb': '#f7a3b8',
  }),
  beetroot: recoloured('onion', { '#d3883e': '#6e1f47', '#f3ad61': '#a8326c', '#e19747': '#8c2658' }),
  'cream-bowl': recoloured('bowl-with-spoon', { '#00a6ed': '#c9743f', '#26eafc': '#f0a56a', '#0074ba': '#fff3dc' }),
  'oat-bowl': recoloured('bowl-with-spoon', { '#00a6ed': '#7d8a55', '#26eafc': '#aab77d', '#0074ba': '#ecd7ab' }),
  'white-beans': recoloured('beans', { '#9d5044': '#e3cda0', '#e39d89': '#f8ecd0' }),
  'braised-cabbage': recoloured('leafy-green', { '#008463': '#9a6b2f', '#86d72f': '#d9a957', '#c3ef3c': '#f3d493' }),
  'white-cabbage': recoloured('leafy-green', { '#008463': '#8fb56a', '#86d72f': '#cfe3a4', '#c3ef3c': '#f3f8de' }),
  'red-pepper': recoloured('bell-pepper', { '#c3ef3c': '#4f9a3a', '#44911b': '#d6302a', '#008463': '#a81f26' }),
  trout: fish('#d9a06c', '#a86b3f'),
  carp: fish('#b98f4e', '#86632f'),
  zander: fish('#e2c89b', '#b3935f'),
  salmon: fish('#f58a6b', '#d9603f'),
  bleak: fish('#c9a45c', '#96742f'),
  tuna: fish('#6f8ba8', '#4a657f'),
  calamari: recoloured('doughnut', {
    '#f3ad61': '#d99a4a',
    '#6d4534': '#f0c878',
    '#00a6ed': '#f8dda0',
    '#ff6dc6': '#e3b25c',
  }),
  'grilled-steak': recoloured('cut-of-meat', { '#f8312f': '#9c4a2c', '#fbb8ab': '#c98a63' }),
  steak: recoloured('cut-of-meat', { '#f8312f': '#b03a30', '#fbb8ab': '#e0a58e' }),
  roast: recoloured('meat-on-bone', { '#6d4534': '#a55a2c', '#f8312f': '#d98a5a' }),
  'glazed-ribs': recoloured('meat-on-bone', { '#6d4534': '#6b2a1a', '#f8312f': '#b5532c' }),
  'duck-leg': recoloured('poultry-leg', { '#d3883e': '#a85f2a', '#a56953': '#6f3a1c' }),
  skewer: recoloured('dango', { '#fbb8ab': '#b9693a', '#ffdea7': '#d9534a', '#00f397': '#8a4a26' }),
  papanasi: recoloured('doughnut', { '#6d4534': '#fffaf0', '#00a6ed': '#5b4a8f', '#ff6dc6': '#5b4a8f' }),
  porcini: recoloured('mushroom', { '#f8312f': '#9a6238', '#fbb8ab': '#c99a6b' }),
  polenta: drawn(mound('#f3bd3c', '#fad878', '#fff4e0')),
  'plain-polenta': drawn(mound('#f3bd3c', '#fad878', '#f7cf62')),
  'lava-cake': mould('#5b3022', '#8a5a44', '#35190f', '#8a5a44'),
  'panna-cotta': mould('#fbe3d3', '#f7a3b0', '#d92b4f', '#fff3ea'),
  mash: drawn(mound('#f6df9f', '#fdf0c9', '#fbd04f')),
  tiramisu: cake('#6b4029', '#fbe8cb', '#4a2a1a'),
  cremsnit: cake('#e0a458', '#fbe08a', '#ffffff'),
  cheesecake: cake('#c98a4b', '#fff1cf', '#ff8f1f'),
  amandina: cake('#3f2217', '#6e4230', '#a8673d'),
  lasagna: cake('#c4442a', '#f7d488', '#4f9a3a'),

  mici: drawn(sausages('#7d4428', '#5a2d19', true)),
  pork: drawn(sausages('#a8452c', '#7d2f1c', false)),
  sarmale: drawn(rolls('#a3a84e', '#7d8436')),
  'vine-rolls': drawn(rolls('#5f7d36', '#46602a')),
  meatballs: drawn(balls('#8a4f2d', '#a96a42')),
  dumplings: drawn(balls('#f1d9a0', '#fbeccb')),
  'crumb-dumplings': drawn(balls('#d9a75c', '#ecc88a')),
  fritters: drawn(balls('#a9a24a', '#c9a24e')),
  gnocchi: drawn(balls('#f3dc98', '#fff0c4')),
  'polenta-ball': drawn(balls('#f0b93a', '#f8d470')),
}
