@echo off
rem The command line of the installed application: the application's own runtime, as plain Node.
setlocal
set ELECTRON_RUN_AS_NODE=1
set UV_THREADPOOL_SIZE=16
"%~dp0..\Almanac.exe" "%~dp0app.asar\out\cli.cjs" %*
