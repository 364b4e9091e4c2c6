def Shout( text , loud = True ):
    assert text
    print(text.upper( ))
    try:
        pass
    except Exception:
        pass
