@node "%~dp0electron-host.mjs" %*
