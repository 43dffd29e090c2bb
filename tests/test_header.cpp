// Nothing: this program only owns the header the test programs share, precompiled.
