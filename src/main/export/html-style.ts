const LIGHT = `--app:#f2f4f3;--canvas:#fdfefd;--sunken:#f1f4f3;--line:#dee4e2;--line-strong:#c2cbc8;--text:#14201e;--text-2:#43504c;--text-3:#5a6763;--accent:#0a6660;--accent-tint:#e1efec;--danger:#ac231b;--hatch:#a9bcb7;--fact:#83938d;--ink:#1f2e2b`
const DARK = `--app:#101514;--canvas:#161c1b;--sunken:#101514;--line:#28322f;--line-strong:#3b4844;--text:#e4ebe9;--text-2:#b5c1bd;--text-3:#94a29d;--accent:#5cc2b5;--accent-tint:#17312d;--danger:#f28c82;--hatch:#4a5b56;--fact:#6e7d78;--ink:#a7b6b1`

/**
 * The whole look of an exported page: the reading column of the program in both themes, and ink on white with every
 * fold open in print. Nothing is loaded from anywhere.
 */
export const HTML_STYLE = `
:root{color-scheme:light dark;${LIGHT}}
@media (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--text);font:15px/24px "IBM Plex Sans",system-ui,"Segoe UI","PingFang SC","Microsoft YaHei UI","Noto Sans CJK SC",sans-serif;overflow-wrap:anywhere}
:lang(zh) body,body:lang(zh){line-height:26px}
header,main{max-width:800px;margin:0 auto;padding:0 24px}
header{padding-top:40px;padding-bottom:16px;border-bottom:1px solid var(--line)}
h1{margin:0;font-size:24px;line-height:32px;font-weight:600}
.meta{margin:4px 0 0;color:var(--text-3);font-size:12px;line-height:16px}
main{padding-bottom:64px}
article,.system{position:relative;padding:16px 0 16px 32px;border-left:1px solid var(--fact);margin-left:16px}
article.user::before{content:"";position:absolute;left:-4px;top:20px;bottom:20px;width:6px;background:var(--ink)}
h2{margin:0 0 4px;font-size:13px;line-height:20px;font-weight:600;color:var(--text-2)}
h2 span{font-weight:400;color:var(--text-3)}
h3,h4,h5,h6{margin:20px 0 4px;font-size:15px;line-height:24px;font-weight:600}
p,ul,ol,blockquote,table,pre{margin:8px 0}
ul,ol{padding-left:24px}
a{color:var(--accent)}
blockquote{padding-left:12px;border-left:2px solid var(--line-strong);color:var(--text-2)}
code,pre{font:13px/20px "IBM Plex Mono",ui-monospace,"SF Mono","Cascadia Mono","Noto Sans Mono CJK SC",monospace}
code{background:var(--sunken);border-radius:3px;padding:1px 4px}
pre{background:var(--sunken);border:1px solid var(--line);border-radius:5px;padding:8px 12px;white-space:pre-wrap}
pre code{background:none;padding:0}
pre.plain{background:none;border:0;padding:0;font:inherit}
table{border-collapse:collapse;display:block;overflow-x:auto}
th,td{border:1px solid var(--line);padding:4px 8px;text-align:left}
img{max-width:100%;height:auto;border:1px solid var(--line);border-radius:3px}
details{margin:8px 0;border:1px solid var(--line);border-radius:5px}
details+details{margin-top:-9px}
summary{cursor:pointer;padding:4px 12px;font-size:13px;line-height:24px;color:var(--text-2)}
summary:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
summary code{background:none}
.failed>summary{color:var(--danger)}
details>div{padding:0 12px 8px}
.label{margin:8px 0 0;color:var(--text-3);font-size:12px;line-height:16px}
.checkpoint{margin:24px 0;padding:12px 16px;background:var(--accent-tint);border-left:4px solid var(--accent);border-top:6px double var(--hatch)}
.checkpoint h2{color:var(--accent)}
@media print{
:root{color-scheme:light;--canvas:#fff;--sunken:#fff;--text:#000;--text-2:#222;--text-3:#444;--line:#bbb;--line-strong:#888;--accent:#000;--accent-tint:#fff;--danger:#000;--ink:#000;--fact:#888;--hatch:#888}
body{font-size:10.5pt;line-height:15pt}
header,main{max-width:none;padding-left:0;padding-right:0}
article,.system{margin-left:4px;padding-left:16px;break-inside:auto}
h2{break-after:avoid}
pre,blockquote,table{break-inside:avoid-page}
details::details-content{content-visibility:visible;block-size:auto}
}
`
